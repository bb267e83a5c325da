package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.explorer.state.Interner;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values that the numbers in a world's cells stand for. */
final class Codes {

  /** No promise is broken. */
  static final char KEPT = 0;

  /**
   * An account's bounds before a hold.
   *
   * @param late whether the hold came when its epoch was over, and nobody has raised it since
   */
  record Bounds(long available, long receivable, boolean late) {}

  /** A hold that was there, and did not come late, when its batch was decided. */
  static final char HELD = 1;

  final Interner<Option<Account>> accounts = new Interner<>();
  final Interner<Option<BatchRecord>> records = new Interner<>();
  final Interner<TransferLookup> transfers = new Interner<>();
  final Interner<Option<Bounds>> rooms = new Interner<>();
  final Interner<Ghost> ghosts = new Interner<>();
  final Interner<String> told = new Interner<>();
  final Interner<String> broken = new Interner<>();
  final Interner<Message> messages = new Interner<>();
  final Interner<Object> answers = new Interner<>();
  private final Interner<Actor> actors = new Interner<>();
  private final Interner<String> lates = new Interner<>();
  private final List<Sending> sendings = new ArrayList<>();
  private final Tellings tellings;

  /**
   * An actor.
   *
   * @param places of its messages without an answer
   * @param messages their numbers
   * @param tells what it says of each transfer
   */
  record Sending(Actor actor, String places, String messages, String tells) {}

  Codes(Scene scene) {
    tellings = new Tellings(scene);
    broken.number("");
    rooms.number(Option.none());
    rooms.number(Option.some(new Bounds(-1, -1, false)));
    accounts.number(Option.none());
    records.number(Option.none());
    transfers.number(new TransferLookup.Absent());
    lates.number("");
  }

  char number(Actor actor) {
    char number = actors.number(actor);
    if (number == sendings.size()) {
      sendings.add(sending(actor));
    }
    return number;
  }

  private Sending sending(Actor actor) {
    StringBuilder places = new StringBuilder();
    StringBuilder numbers = new StringBuilder();
    for (int at = 0; at < actor.sent().size(); at++) {
      if (actor.answers().get(at).isEmpty()) {
        places.append((char) at);
        numbers.append(messages.number(actor.sent().get(at)));
      }
    }
    return new Sending(actor, places.toString(), numbers.toString(), tellings.of(actor));
  }

  /** The same actor; once it has stopped, without what it knew. */
  char forgetting(char number) {
    return actor(number).hasStopped() ? number(actor(number).forgetting()) : number;
  }

  Sending sending(int number) {
    return sendings.get(number);
  }

  Actor actor(int number) {
    return sendings.get(number).actor();
  }

  char with(char late, char message) {
    char[] more = (lates.value(late) + message).toCharArray();
    Arrays.sort(more);
    return lates.number(new String(more));
  }

  char without(char late, char message) {
    String bag = lates.value(late);
    int at = bag.indexOf(message);
    return lates.number(bag.substring(0, at) + bag.substring(at + 1));
  }

  /** The messages of a bag, sorted, each as often as it is on its way. */
  String late(int number) {
    return lates.value(number);
  }
}
