package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Token;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.testing.RecordFixture;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Events from the words of the tables: {@code inserted BEGUN}, {@code moved IN_DOUBT}, {@code holds
 * held refused busy already@1 foreign@1 doubt}, {@code matches MATCHED NOT_MATCHED}, {@code seen
 * PENDING other@2 stuck}, {@code seen absent}, {@code patience spent}, {@code gave up}.
 */
final class EventFixture {

  /** The transaction of every table: a debit of A, a credit of B. */
  static final NewTransaction BODY = transfer("t", "A", "B", usd("5.00"));

  /** The worker's own token. */
  static final Token ME = token("me");

  /** Why A refuses, where it does. */
  static final HoldRefusal REFUSAL = new HoldRefusal.AccountFrozen(accountId("A"));

  /** What B says where it has too many holds. */
  static final HoldRefusal BUSY = new HoldRefusal.AccountBusy(accountId("B"), 3);

  /** What is held under the transaction's id and is not its own. */
  static final AccountOperation FOREIGN = debit("A", usd("4.99"));

  private EventFixture() {}

  static Worker worker(Goal goal, HoldOrder order) {
    return Worker.start(BODY.id(), goal, APP, ME, order);
  }

  static Event event(String text) {
    List<String> words = Arrays.asList(text.split(" ", -1));
    List<String> rest = words.subList(1, words.size());
    return switch (words.get(0)) {
      case "inserted" -> new Event.Inserted(BeginOutcome.valueOf(rest.get(0)));
      case "moved" -> new Event.Moved(MatchOutcome.valueOf(rest.get(0)));
      case "holds" ->
          new Event.Holds(
              IntStream.range(0, rest.size())
                  .mapToObj(at -> hold(rest.get(at), operation(at, rest.size())))
                  .toList());
      case "matches" -> new Event.Matches(rest.stream().map(MatchOutcome::valueOf).toList());
      case "seen" -> new Event.Seen(lookup(rest), rest.contains("stuck"));
      case "patience" -> new Event.PatienceSpent();
      case "gave" -> new Event.GaveUp();
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** Both were asked for, or B alone; of more that are answered, any. */
  private static AccountOperation operation(int at, int asked) {
    return BODY.accountOperations().get(asked == 1 ? 1 : at % 2);
  }

  private static AccountHoldOutcome hold(String word, AccountOperation operation) {
    return switch (word) {
      case "held" -> AccountHoldOutcome.held();
      case "refused" -> new AccountHoldOutcome.Refused(REFUSAL);
      case "busy" -> new AccountHoldOutcome.Refused(BUSY);
      case "doubt" -> AccountHoldOutcome.inDoubt();
      default ->
          word.startsWith("foreign@")
              ? new AccountHoldOutcome.AlreadyHeld(epoch(numberAfter("foreign@", word)), FOREIGN)
              : new AccountHoldOutcome.AlreadyHeld(epoch(numberAfter("already@", word)), operation);
    };
  }

  private static TransactionLookup lookup(List<String> words) {
    return switch (words.get(0)) {
      case "absent" -> new TransactionLookup.Absent(BODY.id());
      case "unreadable" -> new TransactionLookup.Unreadable("t", "no state");
      default -> found(State.valueOf(words.get(0)), words.get(1));
    };
  }

  private static TransactionLookup found(State state, String whose) {
    RecordFixture record = recordOf(BODY);
    if (whose.startsWith("nobody")) {
      record = record.unclaimed();
    } else if (whose.startsWith("mine")) {
      record = record.ownedBy(ME).at(numberAfter("mine@", whose));
    } else {
      record = record.ownedBy(token("other")).at(numberAfter("other@", whose));
    }
    return new TransactionLookup.Found(record.in(state).build(), Duration.ZERO);
  }

  private static long numberAfter(String prefix, String word) {
    if (!word.startsWith(prefix)) {
      throw new IllegalArgumentException(word);
    }
    return Long.parseLong(word.substring(prefix.length()));
  }
}
