//! What people do, and what goes wrong: the vocabulary of a test.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use super::faults::{Fault, Faults, What};
use super::gateway::Out;
use super::world::{BOT, Channel, File, Guild, Id, Person, Post, Role, World, permission};
use super::{Loopback, channels, interactions, messages};

impl Loopback {
    /// Makes the server that every world begins with.
    pub(super) fn furnish(&self) {
        let guild = self.open_guild("Table");
        for name in ["carol", "alice", "bob"] {
            self.join(guild, name);
        }
        self.give_role(guild, "carol", "GM");
        self.open_channel(guild, "battle", 0);
    }

    /// Opens a server with the bot in it.
    pub(crate) fn open_guild(&self, name: &str) -> Id {
        self.with(|world| {
            // Each server belongs to another shard than the one before.
            let id = world.new_id() + ((world.guilds.len() as u64) << 22);
            let bots = world.new_id();
            let everyone =
                Role { name: "@everyone".to_owned(), permissions: permission::ALL & !permission::MANAGE_GUILD };
            let bots_role = Role { name: "Fieldpost".to_owned(), permissions: permission::ALL };
            let guild = Guild {
                name: name.to_owned(),
                owner: BOT,
                roles: BTreeMap::from([(id, everyone), (bots, bots_role)]),
                members: BTreeMap::from([(BOT, BTreeSet::from([bots]))]),
            };
            world.guilds.insert(id, guild);
            let json = world.guild_json(id);
            world.dispatch(id, "GUILD_CREATE", &json);
            id
        })
    }

    /// Removes the bot from a server, and invites it again.
    pub(crate) fn send_away_and_ask_back(&self, guild: Id) {
        self.with(|world| {
            world.dispatch(guild, "GUILD_DELETE", &json!({"id": guild.to_string()}));
            let json = world.guild_json(guild);
            world.dispatch(guild, "GUILD_CREATE", &json);
        });
    }

    /// A new person joins.
    pub(crate) fn join(&self, guild: Id, name: &str) -> Id {
        self.with(|world| {
            let id = world.new_id();
            world.people.insert(id, Person { name: name.to_owned(), is_bot: false });
            make_member(world, guild, id);
            id
        })
    }

    /// A person who is known from another server joins.
    pub(crate) fn come(&self, guild: Id, name: &str) {
        self.with(|world| {
            let person = world.person(name);
            make_member(world, guild, person);
        });
    }

    /// Gives a member a new role.
    pub(crate) fn give_role(&self, guild: Id, name: &str, role: &str) -> Id {
        self.with(|world| {
            let (person, id) = (world.person(name), world.new_id());
            let here = world.guilds.get_mut(&guild).expect("a server of this world");
            let known = here.roles.iter().find(|it| it.1.name == role).map(|it| *it.0);
            let id = known.unwrap_or(id);
            here.roles.entry(id).or_insert_with(|| Role { name: role.to_owned(), permissions: 0 });
            here.members.get_mut(&person).expect("a member").insert(id);
            id
        })
    }

    /// Takes a role from a member. A bot that may not see the members isn't told.
    pub(crate) fn take_role(&self, guild: Id, name: &str, role: &str) {
        self.with(|world| {
            let person = world.person(name);
            let here = world.guilds.get_mut(&guild).expect("a server of this world");
            let roles = &here.roles;
            let held = here.members.get_mut(&person).expect("a member");
            held.retain(|it| roles[it].name != role);
        });
    }

    /// Opens a channel: 0 text, 1 a direct message to the bot (`guild` is 0), 15 forum.
    pub(crate) fn open_channel(&self, guild: Id, name: &str, kind: u8) -> Id {
        self.with(|world| {
            let id = world.new_id();
            world.channels.insert(id, Channel { guild, kind, name: name.to_owned(), ..Channel::default() });
            if guild != 0 {
                let json = world.channel_json(id);
                world.dispatch(guild, "CHANNEL_CREATE", &json);
            }
            id
        })
    }

    /// A channel or thread by its name.
    pub(crate) fn channel(&self, name: &str) -> Id {
        self.with(|world| {
            let found = world.channels.iter().find(|it| it.1.name == name && !it.1.is_gone);
            *found.unwrap_or_else(|| panic!("no channel is called {name}")).0
        })
    }

    /// A person opens a thread.
    pub(crate) fn open_thread(&self, who: &str, channel: Id, name: &str) -> Id {
        self.with(|world| {
            let (id, owner) = (world.new_id(), world.person(who));
            channels::open_thread(world, channel, id, name, owner);
            id
        })
    }

    /// Gives a forum tags. From now on every post needs one of them.
    pub(crate) fn give_tags(&self, forum: Id, names: &[&str]) {
        self.with(|world| {
            let tags = names.iter().map(|it| (world.new_id(), (*it).to_owned())).collect();
            world.channels.get_mut(&forum).expect("a channel of this world").tags = tags;
        });
    }

    /// The names of a post's tags.
    pub(crate) fn tags(&self, thread: Id) -> Vec<String> {
        self.with(|world| {
            let here = &world.channels[&thread];
            let forum = &world.channels[&here.parent.expect("it is a thread")];
            let tags = forum.tags.iter().filter(|it| here.has_tags.contains(&it.0));
            tags.map(|it| it.1.clone()).collect()
        })
    }

    /// A moderator archives or unarchives a thread. Only moderators can unarchive a locked thread.
    pub(crate) fn put_away(&self, thread: Id, is_archived: bool, is_locked: bool) {
        self.with(|world| {
            let here = world.channels.get_mut(&thread).expect("a thread of this world");
            (here.is_archived, here.is_locked) = (is_archived, is_locked);
            let (guild, json) = (here.guild, world.channel_json(thread));
            world.dispatch(guild, "THREAD_UPDATE", &json);
        });
    }

    /// A channel or thread is deleted.
    pub(crate) fn remove_channel(&self, channel: Id) {
        self.with(|world| channels::remove(world, channel));
    }

    /// Denies the bot permissions in a channel. 0 gives all of them back.
    pub(crate) fn deny(&self, channel: Id, denied: u64) {
        self.with(|world| {
            world.channels.get_mut(&channel).expect("a channel of this world").denied = denied;
            let (guild, json) = (world.channels[&channel].guild, world.channel_json(channel));
            world.dispatch(guild, "CHANNEL_UPDATE", &json);
        });
    }

    /// A person posts.
    pub(crate) fn post(&self, who: &str, channel: Id, text: &str) -> Id {
        self.write(who, Post { channel, text: text.to_owned(), ..Post::default() })
    }

    /// A person sends the bot a direct message.
    pub(crate) fn whisper(&self, who: &str, text: &str) -> Id {
        let name = format!("with {who}");
        let known = self.with(|world| world.channels.iter().find(|it| it.1.name == name).map(|it| *it.0));
        self.post(who, known.unwrap_or_else(|| self.open_channel(0, &name, 1)), text)
    }

    /// A person replies to a post.
    pub(crate) fn reply(&self, who: &str, post: Id, text: &str) -> Id {
        let channel = self.with(|world| world.post(post).expect("a post of this world").channel);
        self.write(who, Post { channel, text: text.to_owned(), answers_to: Some(post), ..Post::default() })
    }

    /// A person posts with a file of this content type.
    pub(crate) fn post_with_file(&self, who: &str, channel: Id, text: &str, kind: &str) -> Id {
        let (name, kind, bytes) = ("message.txt".to_owned(), kind.to_owned(), b"!Otter: hold".to_vec());
        let files = vec![File { id: self.with(World::new_id), name, description: None, kind, bytes }];
        self.write(who, Post { channel, text: text.to_owned(), files, ..Post::default() })
    }

    /// A person forwards a post from elsewhere.
    pub(crate) fn forward(&self, who: &str, channel: Id, text: &str) -> Id {
        self.write(who, Post { channel, text: text.to_owned(), is_forwarded: true, ..Post::default() })
    }

    /// A webhook posts, as proxying bots and integrations do.
    pub(crate) fn post_by_webhook(&self, name: &str, channel: Id, text: &str) -> Id {
        self.with(|world| {
            if !world.people.values().any(|it| it.name == name) {
                let id = world.new_id();
                world.people.insert(id, Person { name: name.to_owned(), is_bot: true });
            }
        });
        self.write(name, Post { channel, text: text.to_owned(), is_by_webhook: true, ..Post::default() })
    }

    /// A person posts through a proxying bot: its webhook posts their text, and their own post is deleted.
    pub(crate) fn post_by_proxy(&self, who: &str, name: &str, channel: Id, text: &str) -> Id {
        let original = self.post(who, channel, &format!("as {name}: {text}"));
        let post = self.post_by_webhook(name, channel, text);
        self.delete(original);
        post
    }

    /// From now on, posts under this name come from another webhook.
    pub(crate) fn change_webhook(&self, name: &str) {
        self.with(|world| {
            let old = world.people.iter_mut().find(|it| it.1.name == name && it.1.is_bot);
            old.expect("a webhook of this world").1.name = format!("{name} of before");
        });
    }

    /// Another bot joins.
    pub(crate) fn join_bot(&self, guild: Id, name: &str) {
        let id = self.join(guild, name);
        self.with(|world| world.people.get_mut(&id).expect("they have just joined").is_bot = true);
    }

    /// The bot has posted the same text in another channel, at some time.
    pub(crate) fn post_again(&self, post: &Post, channel: Id) -> Id {
        self.with(|world| {
            let id = world.new_id();
            messages::publish(world, Post { id, channel, ..post.clone() });
            id
        })
    }

    fn write(&self, who: &str, post: Post) -> Id {
        self.with(|world| {
            let (id, author) = (world.new_id(), world.person(who));
            messages::publish(world, Post { id, author, ..post });
            id
        })
    }

    /// The author of a post edits it.
    pub(crate) fn edit(&self, post: Id, text: &str) {
        self.with(|world| {
            let mut post = world.post(post).expect("a post of this world").clone();
            text.clone_into(&mut post.text);
            post.edits += 1;
            messages::republish(world, post);
        });
    }

    /// Somebody deletes a post.
    pub(crate) fn delete(&self, post: Id) {
        self.with(|world| messages::delete(world, post));
    }

    /// A moderator deletes several posts of a channel at once.
    pub(crate) fn delete_all(&self, channel: Id, posts: &[Id]) {
        self.with(|world| {
            let here = world.channels.get_mut(&channel).expect("a channel of this world");
            here.posts.retain(|it, _| !posts.contains(it));
            let (guild, ids) = (here.guild, posts.iter().map(Id::to_string).collect::<Vec<_>>());
            let event = json!({"ids": ids, "channel_id": channel.to_string(), "guild_id": guild.to_string()});
            world.dispatch(guild, "MESSAGE_DELETE_BULK", &event);
        });
    }

    /// A person reacts to a post.
    pub(crate) fn react(&self, who: &str, post: Id, emoji: &str) {
        self.with(|world| {
            let person = world.person(who);
            let post = world.post_mut(post).expect("a post of this world");
            messages::react(post, emoji, person);
            let (id, channel) = (post.id, post.channel);
            let guild = world.channels[&channel].guild;
            let event = json!({
                "user_id": person.to_string(), "channel_id": channel.to_string(), "message_id": id.to_string(),
                "guild_id": guild.to_string(), "emoji": {"id": null, "name": emoji}, "burst": false, "type": 0,
            });
            world.dispatch(guild, "MESSAGE_REACTION_ADD", &event);
        });
    }

    /// A person uses a command, such as `battle start`, with options such as `[("scenario", json!("ford"))]`.
    pub(crate) fn command(&self, who: &str, channel: Id, command: &str, options: &[(&str, Value)]) -> Id {
        self.use_command(who, channel, command, options, None)
    }

    /// A person picks a file for a command. Returns the value of the option.
    pub(crate) fn attach(&self, name: &str, bytes: &[u8]) -> Value {
        self.with(|world| {
            let id = world.new_id();
            world.attached.insert(id, (name.to_owned(), bytes.to_vec()));
            json!(id.to_string())
        })
    }

    /// A person types in an option of a command. Returns the choices that the bot offers.
    #[track_caller]
    pub(crate) fn complete(&self, who: &str, channel: Id, command: &str, option: &str, typed: &str) -> Vec<String> {
        self.complete_with(who, channel, command, &[(option, json!(typed))], option)
    }

    /// A person types in an option of a command, after filling in other options.
    #[track_caller]
    pub(crate) fn complete_with(
        &self,
        who: &str,
        channel: Id,
        command: &str,
        options: &[(&str, Value)],
        typing: &str,
    ) -> Vec<String> {
        let id = self.use_command(who, channel, command, options, Some(typing));
        let choices = self.wait_for("an offer while typing", |world| {
            let it = &world.interactions[&id];
            it.answered.map(|_| it.choices.clone())
        });
        choices.iter().map(|it| it["name"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A person picks a command from the menu of a post.
    pub(crate) fn use_on(&self, who: &str, post: Id, command: &str) -> Id {
        self.with(|world| {
            let registered = world.commands.values().flatten().find(|it| it["name"] == json!(command)).cloned();
            let registered = registered.unwrap_or_else(|| panic!("{command} is not registered"));
            let shown = world.post(post).expect("a post of this world").clone();
            let messages = json!({ post.to_string(): world.post_json(&shown) });
            let data = json!({
                "id": registered["id"], "name": command, "type": 3, "target_id": post.to_string(),
                "resolved": {"messages": messages},
            });
            let person = world.person(who);
            interactions::begin(world, person, shown.channel, 2, data, None)
        })
    }

    /// The commands that people with these permissions see, unless the server's settings change that.
    pub(crate) fn commands_shown(&self, permissions: u64) -> Vec<String> {
        self.with(|world| {
            let needs =
                |it: &Value| it["default_member_permissions"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0);
            let all = world.commands.values().flatten().filter(|it| needs(it) & permissions == needs(it));
            all.filter_map(|it| it["name"].as_str()).map(str::to_owned).collect()
        })
    }

    fn use_command(
        &self,
        who: &str,
        channel: Id,
        command: &str,
        options: &[(&str, Value)],
        typing: Option<&str>,
    ) -> Id {
        let names: Vec<&str> = command.split_whitespace().collect();
        self.with(|world| {
            let guild = world.channels[&channel].guild;
            let all = [0, guild].into_iter().filter_map(|it| world.commands.get(&it)).flatten();
            let registered = all.clone().find(|it| it["name"] == json!(names[0]));
            let registered = registered.unwrap_or_else(|| panic!("/{} is not registered", names[0])).clone();
            let mut level = registered.clone();
            for name in &names[1..] {
                level = option_of(&level, name).unwrap_or_else(|| panic!("/{command} has no {name}"));
            }
            let said: Vec<Value> = options
                .iter()
                .map(|(name, value)| {
                    let kind =
                        option_of(&level, name).unwrap_or_else(|| panic!("/{command} has no {name}"))["type"].clone();
                    let mut said = json!({"name": name, "type": kind, "value": value});
                    if typing == Some(name) {
                        said["focused"] = json!(true);
                    }
                    said
                })
                .collect();
            let mut data = json!(said);
            for (depth, name) in names[1..].iter().enumerate().rev() {
                let kind = if depth + 2 == names.len() { 1 } else { 2 };
                data = json!([{"name": name, "type": kind, "options": data}]);
            }
            let resolved = |kind: u8, json: &dyn Fn(Id) -> Value| -> serde_json::Map<String, Value> {
                let ids = said.iter().filter(|it| it["type"] == json!(kind)).filter_map(|it| it["value"].as_str());
                ids.filter_map(|it| Some((it.to_owned(), json(it.parse().ok()?)))).collect()
            };
            let people = resolved(USER, &|it| world.user_json(it));
            let attached = resolved(ATTACHMENT, &|it| world.attachment_json(it));
            let data = json!({
                "id": registered["id"], "name": names[0], "type": 1, "options": data,
                "resolved": {"users": people, "attachments": attached},
            });
            let person = world.person(who);
            interactions::begin(world, person, channel, if typing.is_some() { 4 } else { 2 }, data, None)
        })
    }

    /// A person gives a command with options that only an outdated client still knows.
    pub(crate) fn command_of_an_old_client(
        &self,
        who: &str,
        channel: Id,
        command: &str,
        options: &[(&str, Value)],
    ) -> Id {
        self.with(|world| {
            let options: Vec<Value> =
                options.iter().map(|(name, value)| json!({"name": name, "type": 3, "value": value})).collect();
            let data = json!({"id": "1", "name": command, "type": 1, "options": options, "resolved": {}});
            let person = world.person(who);
            interactions::begin(world, person, channel, 2, data, None)
        })
    }

    /// A hostile client presses a button that doesn't exist, with a made-up id.
    pub(crate) fn press_made_up(&self, who: &str, post: Id, custom_id: &str) -> Id {
        self.with(|world| {
            let channel = world.post(post).expect("a post of this world").channel;
            let data = json!({"custom_id": custom_id, "component_type": 2, "values": []});
            let person = world.person(who);
            interactions::begin(world, person, channel, 3, data, Some(post))
        })
    }

    /// A person presses a button under a post.
    pub(crate) fn press(&self, who: &str, post: Id, custom_id: &str) -> Id {
        self.choose(who, post, custom_id, &[])
    }

    /// A person chooses from a list under a post, or presses a button if there are no values.
    pub(crate) fn choose(&self, who: &str, post: Id, custom_id: &str, values: &[&str]) -> Id {
        self.with(|world| {
            let shown = world.post(post).expect("a post of this world");
            let rows = shown.components.iter().flat_map(|it| super::rules::items(&it["components"]));
            let part = rows.clone().find(|it| it["custom_id"] == json!(custom_id));
            let part = part.unwrap_or_else(|| panic!("the post has no component {custom_id}"));
            assert_ne!(part["disabled"], json!(true), "{custom_id} is switched off");
            let data = json!({"custom_id": custom_id, "component_type": part["type"], "values": values});
            let (person, channel) = (world.person(who), shown.channel);
            interactions::begin(world, person, channel, 3, data, Some(post))
        })
    }

    /// The answer to an interaction, once it can be read.
    #[track_caller]
    pub(crate) fn answer(&self, interaction: Id) -> Post {
        self.wait_for("an answer", |world| world.answer(interaction).cloned())
    }

    /// The bot's first post after another that contains these words.
    #[track_caller]
    pub(crate) fn said_after(&self, channel: Id, after: Id, words: &str) -> Post {
        self.wait_for(&format!("a post with \"{words}\""), |world| {
            let posts = world.channels[&channel].posts.range(after + 1..);
            posts.map(|it| it.1).find(|it| it.author == BOT && it.text.contains(words)).cloned()
        })
    }

    /// Waits until every shard of the bot is connected, and the commands are registered.
    #[track_caller]
    pub(crate) fn wait_until_ready(&self) {
        self.wait_until("the bot is connected", |world| {
            world.sessions.connected() as u64 == world.sessions.shards() && !world.commands.is_empty()
        });
    }

    /// Makes requests go wrong: `fault("POST /channels/*/messages", What::Status(502), 2)`.
    pub(crate) fn fault(&self, route: &str, what: What, times: u32) {
        self.with(|world| world.faults.waiting.push(Fault::new(route, what, times)));
    }

    /// Answers requests with 429.
    pub(crate) fn too_many(&self, route: &str, retry_after: Duration, times: u32) {
        self.fault(route, What::TooMany { retry_after, is_global: false }, times);
    }

    /// From now on Discord's rate limits hold for messages, edits, reactions and thread names, over a while of this
    /// length.
    pub(crate) fn has_buckets(&self, lasts: Duration) {
        self.with(|world| world.buckets.lasts = Some(lasts));
    }

    /// Cuts the connections without a close frame. The sessions can be resumed.
    pub(crate) fn cut(&self) {
        self.with(|world| world.tell_all(|| Out::Cut));
    }

    /// Cuts the connections and takes no new ones, or takes new ones again.
    pub(crate) fn gateway_is_down(&self, is_down: bool) {
        self.with(|world| world.faults.is_gateway_down = is_down);
        if is_down {
            self.cut();
        }
    }

    /// Ends the connections with a close code.
    pub(crate) fn close(&self, code: u16) {
        self.with(|world| world.tell_all(|| Out::Close(code, "")));
    }

    /// Asks the bot to reconnect (7), as Discord does every few hours.
    pub(crate) fn ask_to_reconnect(&self) {
        self.with(|world| world.tell_all(|| Out::Payload(json!({"op": 7, "d": null}))));
    }

    /// Tells the bot that its sessions are invalid (9).
    pub(crate) fn invalidate_sessions(&self) {
        self.with(|world| {
            world.tell_all(|| Out::Payload(json!({"op": 9, "d": false})));
            world.sessions.all.clear();
        });
    }

    /// Switches lasting faults on or off.
    pub(crate) fn faults(&self, change: impl FnOnce(&mut Faults)) {
        self.with(|world| change(&mut world.faults));
    }
}

/// Makes a person a member. The first member owns the server.
fn make_member(world: &mut World, guild: Id, person: Id) {
    let here = world.guilds.get_mut(&guild).expect("a server of this world");
    here.members.insert(person, BTreeSet::new());
    if here.owner == BOT {
        here.owner = person;
    }
}

/// The kinds of options: a user, and a file.
const USER: u8 = 6;
const ATTACHMENT: u8 = 11;

fn option_of(level: &Value, name: &str) -> Option<Value> {
    super::rules::items(&level["options"]).iter().find(|it| it["name"] == json!(name)).cloned()
}
