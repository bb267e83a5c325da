package io.twophase.app.transfer.atomic;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.engine.EngineListener;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.NewRecord;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which transactions are given to the shortcut, and when. */
class ShortcutUseTest {

  private static final Duration INSTANT = Duration.ofMillis(1);

  private final List<String> tried = new ArrayList<>();
  private AtomicOutcome outcome = new AtomicOutcome.NotRun(true);
  private Duration now = Duration.ofSeconds(5);
  private final AtomicShortcut shortcut =
      new AtomicShortcut(
          Option.some(
              (begun, inOrder) -> {
                begun.stream().map(NewRecord::id).forEach(id -> tried.add(id.value()));
                return outcome;
              }),
          APP,
          new RandomIds(),
          () -> now,
          EngineListener.IGNORED);

  private static NewTransaction move(String id, String from, String to) {
    return transfer(id, from, to, cents(1));
  }

  private static NewTransaction withCheck(String id) {
    return NewTransaction.of(
            transactionId(id),
            List.of(
                debit("A", cents(1)),
                credit("B", cents(1)),
                check(CollectionName.of("rules").document("r"), is("open", true))),
            Option.none())
        .get();
  }

  private List<Attempt> run(Order order, NewTransaction... bodies) {
    tried.clear();
    List<Attempt> attempts = shortcut.run(List.of(bodies), order);
    assertThat(attempts).hasSize(bodies.length);
    return attempts;
  }

  @Test
  void eachIsAnsweredInItsPlace() {
    HoldRefusal missing = new HoldRefusal.NoSuchAccount(accountId("A"));
    outcome =
        new AtomicOutcome.Committed(
            List.of(new Fate.Refused(missing), new Fate.Left(), new Fate.Applied()));

    List<Attempt> attempts =
        run(
            Order.ANY,
            move("t1", "A", "B"),
            withCheck("t2"),
            move("t3", "C", "B"),
            move("t4", "D", "B"));
    assertThat(tried).containsExactly("t1", "t3", "t4");
    assertThat(attempts.get(0).decided().get()).isInstanceOf(TransactionOutcome.Refused.class);
    assertThat(attempts.subList(1, 3)).containsOnly(Attempt.LEFT);
    assertThat(attempts.get(3).decided().get().isApplied()).isTrue();
    assertThat(attempts.get(3).decided().get().id()).isEqualTo(transactionId("t4"));
  }

  @Test
  void inOrderNoneIsTriedWhereOneHasToGoByTheProtocol() {
    run(Order.AS_GIVEN, move("t1", "A", "B"), withCheck("t2"), move("t3", "C", "D"));
    assertThat(tried).isEmpty();
  }

  @Test
  void whatIsContendedStaysWithTheProtocolForAWhile() {
    assertThat(run(Order.ANY, move("t1", "A", "B"))).containsExactly(Attempt.LEFT);
    assertThat(tried).containsExactly("t1");

    now = now.plus(Contention.KEPT).minus(INSTANT);
    run(Order.ANY, move("t2", "B", "C"), move("t3", "C", "D"));
    assertThat(tried).containsExactly("t3");
    run(Order.AS_GIVEN, move("t4", "B", "E"), move("t5", "E", "F"));
    assertThat(tried).isEmpty();

    now = now.plus(INSTANT);
    run(Order.ANY, move("t6", "A", "B"));
    assertThat(tried).containsExactly("t6");
  }

  @Test
  void aStoreThatFailsOrDoesNotAnswerIsLeftAloneForAWhile() {
    for (AtomicOutcome each :
        List.of(new AtomicOutcome.NotRun(false), new AtomicOutcome.InDoubt())) {
      outcome = each;
      boolean inDoubt = each instanceof AtomicOutcome.InDoubt;
      assertThat(run(Order.ANY, move("t1", "A", "B")))
          .containsExactly(inDoubt ? Attempt.IN_DOUBT : Attempt.LEFT);
      assertThat(tried).containsExactly("t1");

      now = now.plus(AtomicShortcut.OFF).minus(INSTANT);
      run(Order.ANY, move("t2", "C", "D"));
      assertThat(tried).isEmpty();

      now = now.plus(INSTANT);
      run(Order.ANY, move("t3", "A", "B"));
      assertThat(tried).containsExactly("t3");
      now = now.plus(AtomicShortcut.OFF);
    }
  }
}
