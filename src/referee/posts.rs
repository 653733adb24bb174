//! Posts as they stand in the thread, and what they come to.

use crate::line::orders;
use crate::line::orders::{Accepted, Poster};
use crate::line::report;
use crate::line::report::{Answer, Asked};
use crate::referee::{Answered, HIDDEN, Post, Refused, Table};
use crate::store::Entry;

/// What became of an edit or a deletion.
#[derive(Clone, Debug)]
pub enum Taken {
    /// It counts.
    Answered(Answered),
    /// **R-2** The post belongs to a round that is closed, so it counts only if that is opened again.
    Late { number: u32, round: u16 },
}

impl Table {
    /// Takes a post. It gets a number, whoever wrote it and whatever it says.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat, or the battle is over.
    pub fn post(&mut self, author: &str, text: &str) -> Result<Answered, Refused> {
        self.post_as(author, text, None)
    }

    /// Takes a post that a front end has a name for. One whose name is known already is answered once more, and nothing
    /// else happens: front ends may be told of it twice.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat, or the battle is over.
    pub fn post_as(&mut self, author: &str, text: &str, key: Option<&str>) -> Result<Answered, Refused> {
        if let Some(known) = key.and_then(|it| self.posts.iter().find(|post| post.key.as_deref() == Some(it))) {
            let number = known.number;
            return Ok(self.answered(number));
        }
        let number = self.take(author, text, key)?;
        Ok(self.answered(number))
    }

    /// What would be answered to a post, without taking it, and with all its odds. `Alpha: morale` asks how a squad's nerve
    /// stands.
    ///
    /// The GM may ask for anybody's squads, and from all orders. Players ask for their own, and from what they may know.
    ///
    /// # Errors
    ///
    /// If nobody of that name has a seat, or the battle is over.
    pub fn try_post(&self, author: &str, text: &str) -> Result<Option<Answer>, Refused> {
        let asker = self.poster(author)?;
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        let (names, language, battle, rules) = (&self.names, &self.language, &self.battle, &self.ruleset);
        let mut posts = self.accepted();
        let knows_all = asker == Poster::Gm;
        if let Some(squad) = orders::nerve_of(text, names, battle, asker, language) {
            let collected = &orders::collect(battle, &posts);
            let post = posts.len();
            let asked = Asked { rules, battle, text, posts: &posts, collected, post, in_full: true, knows_all };
            return Ok(Some(match squad {
                Ok(squad) => report::nerve(&asked, squad, asker),
                Err(why) => report::refusal(&why),
            }));
        }
        let (poster, reading) = match asker {
            Poster::Gm => orders::read_for_anybody(text, names, battle, language),
            Poster::Seat(_) => (asker, orders::read(text, names, battle, asker, language)),
        };
        posts.push(Accepted::new(poster, reading, self.clock + 1));
        let collected = &orders::collect(battle, &posts);
        let post = posts.len() - 1;
        Ok(report::answer(&Asked { rules, battle, text, posts: &posts, collected, post, in_full: true, knows_all }))
    }

    /// Takes orders of the GM that don't stand in the thread, and that nobody sees before the battle is over.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn post_hidden(&mut self, author: &str, text: &str) -> Result<Answered, Refused> {
        let number = self.take_hidden(author, text)?;
        Ok(self.answered(number))
    }

    /// Takes a post, unanswered.
    pub(super) fn take(&mut self, author: &str, text: &str, key: Option<&str>) -> Result<u32, Refused> {
        self.posts_seen += 1;
        let poster = self.poster(author)?;
        self.accept(self.posts_seen, poster, author, text, key)
    }

    pub(super) fn take_hidden(&mut self, author: &str, text: &str) -> Result<u32, Refused> {
        let hidden = self.posts.iter().filter(|it| it.is_hidden()).count() as u32;
        self.accept(HIDDEN + 1 + hidden, Poster::Gm, author, text, None)
    }

    fn accept(
        &mut self,
        number: u32,
        poster: Poster,
        author: &str,
        text: &str,
        key: Option<&str>,
    ) -> Result<u32, Refused> {
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        self.clock += 1;
        let mut post = Post {
            number,
            key: key.map(str::to_owned),
            author: author.to_owned(),
            round: self.round(),
            text: Some(text.to_owned()),
            poster,
            texts: vec![(self.clock, text.to_owned())],
            accepted: None,
        };
        self.read(&mut post);
        let hidden = post.is_hidden();
        self.posts.push(post);
        let (author, text, key) = (author.to_owned(), text.to_owned(), key.map(str::to_owned));
        self.note(Entry::Posted { number, author, text, key, hidden });
        Ok(number)
    }

    /// Reads a post of the thread again.
    ///
    /// # Errors
    ///
    /// If there is no such post, it is somebody else's, or the battle is over.
    pub fn edit(&mut self, author: &str, number: u32, text: &str) -> Result<Taken, Refused> {
        self.take_edit(author, number, text)?;
        Ok(self.taken(number))
    }

    /// Reads a post again, unanswered.
    pub(super) fn take_edit(&mut self, author: &str, number: u32, text: &str) -> Result<(), Refused> {
        let at = self.own_post(author, number)?;
        self.clock += 1;
        let mut post = self.posts[at].clone();
        post.texts.push((self.clock, text.to_owned()));
        post.text = Some(text.to_owned());
        if let Some(accepted) = &post.accepted {
            let reading = orders::read(text, &self.names, &self.battle, post.poster, &self.language);
            post.accepted = Some(accepted.carry_over(reading, self.clock));
        }
        self.posts[at] = post;
        self.note(Entry::Edited { number, author: author.to_owned(), text: text.to_owned() });
        Ok(())
    }

    /// Takes a post back, with its orders.
    ///
    /// # Errors
    ///
    /// If there is no such post, it is somebody else's, or the battle is over.
    pub fn delete(&mut self, author: &str, number: u32) -> Result<Taken, Refused> {
        self.take_deletion(author, number)?;
        Ok(self.taken(number))
    }

    pub(super) fn take_deletion(&mut self, author: &str, number: u32) -> Result<(), Refused> {
        let at = self.own_post(author, number)?;
        let post = &mut self.posts[at];
        (post.text, post.accepted) = (None, None);
        self.note(Entry::Deleted { number, author: author.to_owned() });
        Ok(())
    }

    /// The post that a front end has this name for.
    pub fn post_with_key(&self, key: &str) -> Option<&Post> {
        self.posts.iter().find(|it| it.key.as_deref() == Some(key))
    }

    /// All posts of the thread that were taken, those that were taken back as well.
    pub fn posts(&self) -> &[Post] {
        &self.posts
    }

    /// The place of a post that its author may change.
    fn own_post(&self, author: &str, number: u32) -> Result<usize, Refused> {
        let poster = self.poster(author)?;
        if self.is_over() {
            return Err(Refused::BattleIsOver);
        }
        // What is hidden isn't in the thread: more of it takes the place of what was ordered before.
        let is_it = |it: &Post| it.number == number && it.text.is_some() && !it.is_hidden();
        let at = self.posts.iter().position(is_it).ok_or(Refused::NoSuchPost(number))?;
        let post = &self.posts[at];
        // A substitute answers for what was posted from the seat before.
        match post.poster == poster {
            true => Ok(at),
            false => Err(Refused::NotTheirs { number, name: self.name_of(poster).to_owned() }),
        }
    }

    fn taken(&self, number: u32) -> Taken {
        match self.posts.iter().find(|it| it.number == number) {
            Some(post) if post.round < self.battle.round() => Taken::Late { number, round: post.round },
            _ => Taken::Answered(self.answered(number)),
        }
    }

    /// What is answered to a post now.
    pub fn answered(&self, number: u32) -> Answered {
        let open: Vec<&Post> = self.open_posts().collect();
        let Some(at) = open.iter().position(|it| it.number == number) else {
            return Answered { number, answer: None };
        };
        let posts = self.accepted();
        let collected = orders::collect(&self.battle, &posts);
        let (rules, battle) = (&self.ruleset, &self.battle);
        let text = open[at].text.as_deref().unwrap_or_default();
        let (in_full, knows_all) = (false, false);
        let asked = Asked { rules, battle, text, posts: &posts, collected: &collected, post: at, in_full, knows_all };
        Answered { number, answer: report::answer(&asked) }
    }

    /// What is answered to every post of the open round that stands in the thread now, with the name of whoever wrote it.
    pub fn answers(&self) -> impl Iterator<Item = (&str, Answered)> {
        let public = self.open_posts().filter(|it| !it.is_hidden());
        public.map(|it| (self.name_of(it.poster), self.answered(it.number)))
    }

    /// Posts of the open round that have not been taken back.
    pub fn open_posts(&self) -> impl Iterator<Item = &Post> {
        self.posts.iter().filter(|it| it.accepted.is_some())
    }

    pub(super) fn accepted(&self) -> Vec<Accepted> {
        self.posts.iter().filter_map(|it| it.accepted.clone()).collect()
    }

    /// Reads all posts against the battle as it is now: of the open round only.
    pub(super) fn read_posts(&mut self) {
        let mut posts = std::mem::take(&mut self.posts);
        posts.iter_mut().for_each(|it| self.read(it));
        self.posts = posts;
    }

    /// **Q-A3** Reads a post and its edits, one after the other, if it is of the open round and stands there.
    fn read(&self, post: &mut Post) {
        post.accepted = None;
        if self.unplayed.is_some()
            || post.round != self.battle.round()
            || post.text.is_none()
            || self.battle.outcome().is_some()
        {
            return;
        }
        for (at, text) in &post.texts {
            let reading = orders::read(text, &self.names, &self.battle, post.poster, &self.language);
            post.accepted = Some(match &post.accepted {
                None => Accepted::new(post.poster, reading, *at),
                Some(before) => before.carry_over(reading, *at),
            });
        }
    }
}
