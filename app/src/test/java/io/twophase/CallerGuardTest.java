package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.ApproverName;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.Money;
import io.twophase.domain.OperatorName;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.transaction.Labels;
import io.twophase.ports.RecordQuery;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A host's guard is asked by whatever writes, before it does. */
class CallerGuardTest {

  private static final TransactionId ID = transactionId("t");
  private static final Money AMOUNT = money("1.00", "USD");
  private static final PeriodName PERIOD = TwoPhase.period("2026-11");
  private static final AccountId A = account("A");
  private static final TransferRequest TRANSFER = new TransferRequest(ID, A, account("B"), AMOUNT);
  private static final OperatorAction ACTION =
      new OperatorAction(
          new ActionId("a"),
          new OperatorName("Ann"),
          new ActionReason("it is stuck"),
          ActionKind.RECOVER,
          "t",
          Map.of());
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(1));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  @AutoClose private final TwoPhase unguarded = TwoPhase.over(store).build();

  @AutoClose
  private final TwoPhase guarded =
      TwoPhase.over(store)
          .callerGuard(
              () -> {
                throw new IllegalStateException("not here");
              })
          .build();

  static Stream<Function<TwoPhase, Object>> writes() {
    return Stream.of(
        twophase -> twophase.run(transaction("t").debit(A, AMOUNT).credit(account("B"), AMOUNT)),
        twophase -> twophase.transfers().transfer(TRANSFER),
        twophase -> twophase.transfers().transfer(TRANSFER, AnswerTime.WHEN_DECIDED),
        twophase -> twophase.transfers().transfer(A, account("B"), AMOUNT),
        twophase -> twophase.transfers().submit(TRANSFER).isDone(),
        twophase -> twophase.transfers().trySubmit(TRANSFER, AnswerTime.WHEN_DECIDED),
        twophase -> twophase.transfers().enqueue(TRANSFER),
        twophase -> twophase.transfers().cancel(ID, "why"),
        twophase -> twophase.transfers().allOrNothing(ID, List.of(TRANSFER)),
        twophase -> twophase.transfers().transferAll(List.of(TRANSFER), Order.AS_GIVEN),
        twophase -> twophase.transfers().transferAll(List.of(TRANSFER), Order.ANY),
        twophase -> twophase.actions().perform(ACTION, () -> new ActionOutcome("Done", "")),
        twophase -> twophase.compensation().cancel(ID, "why"),
        twophase -> twophase.compensation().reverse(ID, "why"),
        twophase -> twophase.authorizations().authorize(TRANSFER, TERMS),
        twophase -> twophase.authorizations().capture(ID),
        twophase -> twophase.authorizations().captureInPart(ID, AMOUNT),
        twophase -> twophase.authorizations().captureInPart(ID, Map.of(A, AMOUNT)),
        twophase -> twophase.authorizations().approve(ID, new ApproverName("Ann")),
        twophase -> twophase.authorizations().voidAuthorization(ID, "why"),
        twophase -> twophase.accounts().open(account("C"), AMOUNT),
        twophase -> twophase.accounts().change(A, StatusChange.FREEZE),
        twophase -> twophase.periods().open(PERIOD, ""),
        twophase -> twophase.periods().close(PERIOD, ""),
        twophase -> twophase.periods().reopen(PERIOD, ""),
        twophase -> twophase.events().consume(new ConsumerName("mail"), 10, page -> {}));
  }

  @ParameterizedTest
  @MethodSource("writes")
  void nothingIsSentThatTheGuardDoesNotLetThrough(Function<TwoPhase, Object> write) {
    unguarded.accounts().open(A, AMOUNT);
    unguarded.accounts().open(account("B"), AMOUNT);

    assertThatThrownBy(() -> write.apply(guarded))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not here");

    assertThat(
            unguarded
                .transactions()
                .latest(RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 1)))
        .isEmpty();
    assertThat(unguarded.accounts().find(account("C"))).isInstanceOf(AccountLookup.Absent.class);
    assertThat(unguarded.events().consumers()).isEmpty();
  }

  @Test
  void whoReadsIsNotAsked() {
    unguarded.accounts().open(A, AMOUNT);

    assertThat(guarded.accounts().find(A)).isInstanceOf(AccountLookup.Found.class);
    assertThat(guarded.preview().ask(List.of(TRANSFER))).hasSize(1);
    assertThat(guarded.audit().run().findings()).isEmpty();
  }
}
