package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Bounds;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values that the numbers in a world's cells stand for. */
final class Codes {

  /** What is stored under the id of a record or a transaction. */
  record Kept(
      Option<TransactionRecord> record,
      Option<MemberDocument> member,
      Option<Receipt> receipt,
      boolean isRemoved) {

    static final Kept NOTHING = new Kept(Option.none(), Option.none(), Option.none(), false);
    static final Kept REMOVED = new Kept(Option.none(), Option.none(), Option.none(), true);

    static Kept of(TransactionRecord record) {
      return new Kept(Option.some(record), Option.none(), Option.none(), false);
    }

    static Kept of(MemberDocument member) {
      return new Kept(Option.none(), Option.some(member), Option.none(), false);
    }

    static Kept of(Receipt receipt) {
      return new Kept(Option.none(), Option.none(), Option.some(receipt), true);
    }

    boolean isFree() {
      return record.isEmpty() && member.isEmpty() && receipt.isEmpty();
    }

    Lookup lookup(String id) {
      return member
          .map(document -> Lookup.found(document, Option.none(), Duration.ZERO))
          .orElse(() -> record.map(there -> Lookup.found(there, Duration.ZERO)))
          .orElse(() -> receipt.map(Lookup::removed))
          .getOrElse(() -> Lookup.absent(id));
    }
  }

  /**
   * A pass of retention, and what has become of receipts.
   *
   * @param going what it has read, and is about to remove
   * @param leaving what it is about to leave, if it removes first
   * @param retired how many receipts have gone in their time
   */
  record Pass(Option<Removal> going, Option<Receipt> leaving, int retired) {
    static final Pass NONE = new Pass(Option.none(), Option.none(), 0);
  }

  /**
   * What was there for a range of a record.
   *
   * @param held when the reduced hold was placed that is there
   * @param timely whether the hold that is there came, or was raised, at an epoch of its time
   * @param stays whether a hold was there when the record was decided, and still is
   * @param looked when the owner of an epoch was told that there is too little
   */
  record Room(
      Option<Bounds> held, Option<Bounds> looked, Epoch epoch, boolean timely, boolean stays) {
    static final Room NONE = new Room(Option.none(), Option.none(), Epoch.NONE, false, false);
  }

  /**
   * An actor in numbers.
   *
   * @param places of its messages without an answer, a letter each
   * @param messages their numbers
   */
  record Acting(Actor actor, String places, String messages) {}

  final Interner<String> broken = new Interner<>("");
  final Interner<Option<Stored>> targets = new Interner<>(Option.none());
  final Interner<Kept> kept = new Interner<>(Kept.NOTHING);
  final Interner<Room> rooms = new Interner<>(Room.NONE);
  final Interner<Pass> passes = new Interner<>(Pass.NONE);
  final Interner<Reader.Heard> readers = new Interner<>(Reader.Heard.NOTHING);
  final Interner<Ghost> ghosts;
  final Interner<String> told;
  final Interner<Message> messages;
  final Interner<Object> answers = new Interner<>("nothing");
  private final Interner<String> lates = new Interner<>("");
  private final Interner<Actor> actors;
  private final List<Acting> acting = new ArrayList<>();

  Codes(Ghost first, String nothingTold, Actor someone, Message something) {
    ghosts = new Interner<>(first);
    told = new Interner<>(nothingTold);
    actors = new Interner<>(someone);
    messages = new Interner<>(something);
    acting.add(acting(someone));
  }

  char number(Actor actor) {
    char number = actors.number(actor);
    if (number == acting.size()) {
      acting.add(acting(actor));
    }
    return number;
  }

  private Acting acting(Actor actor) {
    List<Integer> open = actor.open();
    StringBuilder places = new StringBuilder();
    StringBuilder numbers = new StringBuilder();
    for (int place : open) {
      places.append((char) place);
      numbers.append(messages.number(actor.sent().get(place)));
    }
    return new Acting(actor, places.toString(), numbers.toString());
  }

  Acting acting(int number) {
    return acting.get(number);
  }

  Actor actor(int number) {
    return acting.get(number).actor();
  }

  char with(char late, char message) {
    char[] more = (lates.value(late) + message).toCharArray();
    Arrays.sort(more);
    return lates.number(new String(more));
  }

  char without(char late, int at) {
    String bag = lates.value(late);
    return lates.number(bag.substring(0, at) + bag.substring(at + 1));
  }

  /** The messages of a bag, sorted, each as often as it is on its way. */
  String late(int number) {
    return lates.value(number);
  }
}
