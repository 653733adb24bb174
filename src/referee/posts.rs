//! Posts as they stand in the thread, and their orders.

use std::collections::BTreeMap;

use crate::field::SeatId;
use crate::map::{ArrowKind, Picture};
use crate::page::{Answer, AnswerLine, Mark, Reaction};
use crate::post::Poster;
use crate::referee::{Answered, HIDDEN, Post, Refused, Table};
use crate::store::Entry;

/// The result of an edit or a deletion.
#[derive(Clone, Debug)]
pub enum Taken {
    /// It counts, and is answered.
    Answered(Answered),
    /// **R-2** The post belongs to a closed round, so the change counts only if that round is reopened.
    Late { number: u32, round: u16 },
}

/// The answer to an edit that took a post's orders back.
pub(crate) const NO_ORDERS_LEFT: &str = "There are no orders in this post any more.";

impl Table {
    /// Takes a post and answers it. Every post gets a number.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or the battle is over.
    pub fn post(&mut self, author: &str, text: &str) -> Result<Answered, Refused> {
        self.post_as(author, text, None)
    }

    /// Takes a post that has a key in its front end. A post with a known key is answered again, and nothing else
    /// happens, because front ends may hear of a post twice.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or the battle is over.
    pub fn post_as(&mut self, author: &str, text: &str, key: Option<&str>) -> Result<Answered, Refused> {
        if let Some(known) = key.and_then(|it| self.post_with_key(it)) {
            return Ok(self.answered(known.number));
        }
        let number = self.change_posts(author, |it| it.take(author, text, key))?;
        Ok(self.answered(number))
    }

    /// The answer that a post would get, with all its odds. The post isn't taken. `Alpha: morale` asks how steady a
    /// squad is.
    ///
    /// The GM may ask about any squad, from all orders. Players ask about their own, from what they may know.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or the battle is over.
    pub fn try_post(&self, author: &str, text: &str) -> Result<Option<Answer>, Refused> {
        let asker = self.poster(author)?;
        self.refuse_if_over()?;
        Ok(self.playing.ask(text, asker, &self.language, self.clock + 1, &|it| self.knows(Some(asker), it)))
    }

    /// The seat that could post a text as it stands, if the GM can't.
    pub(crate) fn only_posted_by(&self, text: &str) -> Option<SeatId> {
        let could = |it: Poster| self.playing.reads(text, it, &self.language);
        self.seats().find(|it| could(Poster::Seat(*it))).filter(|_| !could(Poster::Gm))
    }

    /// Whether a post would change the orders, as far as its poster knows the other posts.
    pub(crate) fn would_change(&self, poster: Poster, text: &str) -> bool {
        self.playing.would_change(text, poster, &self.language, self.clock + 1, &|it| self.knows(Some(poster), it))
    }

    /// Whether a reader may know of a post while its round is open. `None` is the public. A hidden post is known only
    /// to its poster and the GM.
    pub(super) fn knows(&self, reader: Option<Poster>, number: u32) -> bool {
        let hidden_by = || self.post_with_number(number).map(|it| it.poster);
        number <= HIDDEN || reader == Some(Poster::Gm) || hidden_by().is_none_or(|it| reader == Some(it))
    }

    /// The field as it is, with the orders from all of somebody's own posts as arrows.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat.
    pub(crate) fn picture_of_orders(&self, author: &str) -> Result<Picture, Refused> {
        let poster = self.poster(author)?;
        let is_theirs = |number: u32| self.posts.iter().any(|it| it.number == number && it.poster == poster);
        let mut picture = self.playing.picture_of_orders(&is_theirs);
        let own = self.after_command_of(poster);
        let party = picture.squads.iter().find(|it| own.iter().any(|own| *own.name == *it.name)).map(|it| it.party);
        // Nobody is ordered to close up in a melee.
        picture.arrows.retain(|it| Some(it.party) == party && it.kind != ArrowKind::Press);
        Ok(picture)
    }

    /// The players' secret orders that count. Only the GM may see them before the round is over.
    pub(super) fn secrets(&self) -> BTreeMap<Poster, Vec<String>> {
        let mut secrets: BTreeMap<Poster, Vec<String>> = BTreeMap::new();
        for post in self.open_posts().filter(|it| it.is_hidden() && it.poster != Poster::Gm) {
            secrets.entry(post.poster).or_default().extend(self.playing.counting_orders(post.number));
        }
        secrets.retain(|_, orders| !orders.is_empty());
        secrets
    }

    /// Takes orders that don't stand in the thread. Nobody sees the GM's before the battle is over. Players may give
    /// some if the scenario has secrets, and they stay hidden until the round is over.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, a player gives them although there are no secrets, or the battle is over.
    pub fn post_hidden(&mut self, author: &str, text: &str) -> Result<Answered, Refused> {
        let number = self.change_posts(author, |it| it.take_hidden(author, text))?;
        Ok(self.answered(number))
    }

    /// Takes a post without answering it.
    pub(crate) fn take(&mut self, author: &str, text: &str, key: Option<&str>) -> Result<u32, Refused> {
        self.posts_seen += 1;
        self.accept(self.posts_seen, author, text, key)
    }

    /// Checks that somebody may give orders that don't stand in the thread.
    ///
    /// # Errors
    ///
    /// If nobody of this name has a seat, or it is a player's and there are no secrets.
    pub(crate) fn may_hide(&self, author: &str) -> Result<(), Refused> {
        match self.poster(author)? {
            Poster::Seat(_) if !self.stage().has_secrets => {
                Err(Refused::Unclear("in this battle players give their orders in the open".to_owned()))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn take_hidden(&mut self, author: &str, text: &str) -> Result<u32, Refused> {
        self.may_hide(author)?;
        let hidden = self.posts.iter().filter(|it| it.is_hidden()).count() as u32;
        self.accept(HIDDEN + 1 + hidden, author, text, None)
    }

    fn accept(&mut self, number: u32, author: &str, text: &str, key: Option<&str>) -> Result<u32, Refused> {
        let poster = self.poster(author)?;
        self.refuse_if_over()?;
        self.clock += 1;
        let post = Post {
            number,
            key: key.map(str::to_owned),
            author: author.to_owned(),
            round: self.round(),
            text: Some(text.to_owned()),
            poster,
            texts: vec![(self.clock, text.to_owned())],
        };
        let hidden = post.is_hidden();
        self.note_posted(poster, text);
        self.read(&post);
        self.posts.push(post);
        let (author, text, key) = (author.to_owned(), text.to_owned(), key.map(str::to_owned));
        self.note(Entry::Posted { number, author, text, key, hidden });
        Ok(number)
    }

    /// Reads an edited post again. If the edit takes its orders back and leaves nothing else to answer, the answer says
    /// so.
    ///
    /// # Errors
    ///
    /// If there is no such post, it is somebody else's, or the battle is over.
    pub fn edit(&mut self, author: &str, number: u32, text: &str) -> Result<Taken, Refused> {
        let held_orders = self.playing.holds_orders(number);
        self.change_posts(author, |it| it.take_edit(author, number, text))?;
        let mut taken = self.taken(number);
        if let Taken::Answered(Answered { answer: answer @ None, .. }) = &mut taken
            && held_orders
            && !self.playing.holds_orders(number)
        {
            let said = AnswerLine { mark: Mark::Hint, squad: None, text: NO_ORDERS_LEFT.to_owned() };
            let without_orders = self.owed_by(self.poster(author)?);
            *answer = Some(Answer { without_orders, ..Answer::new(Reaction::Nothing, vec![said]) });
        }
        Ok(taken)
    }

    /// Reads an edited post again without answering it.
    pub(crate) fn take_edit(&mut self, author: &str, number: u32, text: &str) -> Result<(), Refused> {
        let at = self.own_post(author, number)?;
        self.clock += 1;
        let post = &mut self.posts[at];
        post.texts.push((self.clock, text.to_owned()));
        post.text = Some(text.to_owned());
        if self.is_open(&self.posts[at]) {
            self.playing.read_post(number, self.posts[at].poster, (self.clock, text), &self.language);
        }
        self.note(Entry::Edited { number, author: author.to_owned(), text: text.to_owned() });
        Ok(())
    }

    /// Takes a post back, with its orders.
    ///
    /// # Errors
    ///
    /// If there is no such post, it is somebody else's, or the battle is over.
    pub fn delete(&mut self, author: &str, number: u32) -> Result<Taken, Refused> {
        self.change_posts(author, |it| it.take_deletion(author, number))?;
        Ok(self.taken(number))
    }

    /// Takes a post back without answering it.
    pub(crate) fn take_deletion(&mut self, author: &str, number: u32) -> Result<(), Refused> {
        let at = self.own_post(author, number)?;
        self.posts[at].text = None;
        self.playing.drop_post(number);
        self.note(Entry::Deleted { number, author: author.to_owned() });
        Ok(())
    }

    /// The post with this key in its front end.
    pub(crate) fn post_with_key(&self, key: &str) -> Option<&Post> {
        self.posts.iter().find(|it| it.key.as_deref() == Some(key))
    }

    /// The post with this number, even if it was deleted.
    pub(crate) fn post_with_number(&self, number: u32) -> Option<&Post> {
        self.posts.iter().find(|it| it.number == number)
    }

    /// All posts of the thread that were accepted, including those that were deleted.
    pub fn posts(&self) -> &[Post] {
        &self.posts
    }

    /// The index of a post that its author may change.
    fn own_post(&self, author: &str, number: u32) -> Result<usize, Refused> {
        let poster = self.poster(author)?;
        self.refuse_if_over()?;
        // A hidden post isn't in the thread. It is changed by another one, which replaces its orders.
        let is_it = |it: &Post| it.number == number && it.text.is_some() && !it.is_hidden();
        let at = self.posts.iter().position(is_it).ok_or(Refused::NoSuchPost(number))?;
        // A substitute may change what was posted from the seat before.
        match self.posts[at].poster == poster {
            true => Ok(at),
            false => Err(Refused::NotTheirs { number, name: self.name_of(poster).to_owned() }),
        }
    }

    fn taken(&self, number: u32) -> Taken {
        match self.post_with_number(number) {
            Some(post) if post.round < self.stage().round => Taken::Late { number, round: post.round },
            _ => Taken::Answered(self.answered(number)),
        }
    }

    /// The present answer to a post. Everybody reads the answer to a public post, so its poster's secret orders don't
    /// count there.
    pub fn answered(&self, number: u32) -> Answered {
        let post = self.open_posts().find(|it| it.number == number);
        let answer = post.and_then(|it| {
            let text = it.text.as_deref().unwrap_or_default();
            let reader = if it.is_hidden() { Some(it.poster) } else { None };
            let mut answer = self.playing.answer(number, text, &|number| self.knows(reader, number))?;
            // Everybody can see that nobody waits for a poster whose orders are secret, so the answer needn't hide it.
            let owed = self.owed_by(it.poster);
            answer.without_orders.retain(|it| owed.contains(it));
            Some(answer)
        });
        Answered { number, answer }
    }

    /// The present answers to all public posts of the open round, each with its poster's name.
    pub fn answers(&self) -> impl Iterator<Item = (&str, Answered)> {
        self.open_posts().filter(|it| !it.is_hidden()).map(|it| (self.name_of(it.poster), self.answered(it.number)))
    }

    /// The posts of the open round that have not been deleted.
    pub(crate) fn open_posts(&self) -> impl Iterator<Item = &Post> {
        self.posts.iter().filter(|it| self.is_open(it))
    }

    fn is_open(&self, post: &Post) -> bool {
        let stage = self.stage();
        self.unplayed.is_none() && post.round == stage.round && post.text.is_some() && stage.outcome.is_none()
    }

    /// Reads all posts of the open round against the present state of the battle.
    pub(super) fn read_posts(&mut self) {
        self.playing.forget_posts();
        let posts = std::mem::take(&mut self.posts);
        posts.iter().for_each(|it| self.read(it));
        self.posts = posts;
    }

    /// Reads a post and its edits in order, if the post is one of the open round.
    fn read(&mut self, post: &Post) {
        if self.is_open(post) {
            for (at, text) in &post.texts {
                self.playing.read_post(post.number, post.poster, (*at, text), &self.language);
            }
        }
    }
}
