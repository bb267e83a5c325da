package io.twophase.domain.explorer.participant;

import io.twophase.domain.explorer.state.Interner;
import io.twophase.domain.explorer.state.LateBags;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** The values that the numbers in a world's cells stand for. */
final class Codes {

  /** No promise is broken. */
  static final char KEPT = 0;

  /** A message, and where it goes; to a record if not to a place. */
  record Addressed(Message message, int place) {
    boolean isOfRecord() {
      return place < 0;
    }
  }

  /** An actor, and its messages without an answer: their places in what it sent, their numbers. */
  record Sending(Actor actor, String places, String messages) {}

  private final Scenario scenario;
  private final Interner<Stored> stored = new Interner<>();
  private final Interner<Option<Fields>> decided = new Interner<>();
  private final Interner<Transaction> records = new Interner<>();
  private final Interner<Actor> actors = new Interner<>();
  private final Interner<Event> events = new Interner<>();
  private final Interner<Message> messages = new Interner<>();
  private final LateBags lates = new LateBags();
  private final Interner<String> reads = new Interner<>();
  private final Interner<String> witnessed = new Interner<>();
  private final List<Reader.Next> nexts = new ArrayList<>();
  private final Interner<String> broken = new Interner<>();
  private final List<Addressed> addressed = new ArrayList<>();
  private final List<Sending> sendings = new ArrayList<>();
  private final List<Facts> facts = new ArrayList<>();

  Codes(Scenario scenario) {
    this.scenario = scenario;
    broken.number("");
  }

  char number(Actor actor) {
    char number = actors.number(actor);
    if (number == sendings.size()) {
      sendings.add(sending(actor));
    }
    return number;
  }

  char number(Message message) {
    char number = messages.number(message);
    if (number == addressed.size()) {
      addressed.add(new Addressed(message, place(message)));
    }
    return number;
  }

  char number(Event event) {
    return events.number(event);
  }

  char number(Stored what) {
    char number = stored.number(what);
    if (number == facts.size()) {
      facts.add(Facts.of(scenario, what));
    }
    return number;
  }

  char number(Transaction record) {
    return records.number(record);
  }

  char decided(Option<Fields> document) {
    return decided.number(document);
  }

  /** The number of what a reader has read. */
  char reads(String heard) {
    char number = reads.number(heard);
    if (number == nexts.size()) {
      nexts.add(scenario.reader().after(heard, scenario, this));
    }
    return number;
  }

  String reads(int number) {
    return reads.value(number);
  }

  /** What the reader does next. */
  Reader.Next next(int reads) {
    return nexts.get(reads);
  }

  /**
   * The number of all that was decided of the documents that are read, one moment after another.
   */
  char witnessed(String moments) {
    return witnessed.number(moments);
  }

  String witnessed(int number) {
    return witnessed.value(number);
  }

  /** The number of a promise that is broken, in words. */
  char broken(String words) {
    return broken.number(words);
  }

  String broken(int number) {
    return broken.value(number);
  }

  char late(List<Message> late) {
    char bag = lates.empty();
    for (Message message : late) {
      bag = with(bag, number(message));
    }
    return bag;
  }

  /** The bag with one message more. */
  char with(char late, char message) {
    return lates.with(late, message);
  }

  /** The bag without one message that is in it. */
  char without(char late, char message) {
    return lates.without(late, message);
  }

  /** The messages of a bag, sorted, each as often as it is on its way. */
  String late(int number) {
    return lates.messages(number);
  }

  Sending sending(int number) {
    return sendings.get(number);
  }

  Actor actor(int number) {
    return sendings.get(number).actor();
  }

  Addressed addressed(int number) {
    return addressed.get(number);
  }

  Message message(int number) {
    return addressed.get(number).message();
  }

  Event event(int number) {
    return events.value(number);
  }

  Stored stored(int number) {
    return stored.value(number);
  }

  /** What is known of what is stored. */
  Facts facts(int number) {
    return facts.get(number);
  }

  Option<Fields> decided(int number) {
    return decided.value(number);
  }

  Transaction record(int number) {
    return records.value(number);
  }

  private int place(Message message) {
    if (message instanceof Message.OnAccount on) {
      return scenario.place(on.leg().operation());
    }
    if (message instanceof Message.OnDocument on) {
      return scenario.place(on.leg().operation());
    }
    if (message instanceof Message.OnPart part) {
      return scenario.place(part.asked());
    }
    return message instanceof Message.Withdraw withdraw
        ? scenario.place(withdraw.held().document())
        : -1;
  }

  private Sending sending(Actor actor) {
    StringBuilder places = new StringBuilder();
    StringBuilder waiting = new StringBuilder();
    for (int at = 0; at < actor.sent().size(); at++) {
      if (actor.answers().get(at).isEmpty()) {
        places.append((char) at);
        waiting.append(number(actor.sent().get(at)));
      }
    }
    return new Sending(actor, places.toString(), waiting.toString());
  }
}
