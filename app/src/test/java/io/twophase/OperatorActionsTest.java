package io.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionRefusal;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class OperatorActionsTest {

  private static final ActionId ID = new ActionId("a");
  private static final ActionOutcome VOIDED = new ActionOutcome("Voided", "all of it");

  private final ActionRepository log = InMemoryStore.create(Clock.systemUTC()).actions();
  private final OperatorActions actions = new OperatorActions(log, CallerGuard.NONE);
  private final AtomicInteger times = new AtomicInteger();

  private static OperatorAction action(String subject) {
    return new OperatorAction(
        ID,
        new OperatorName("Ann"),
        new ActionReason("it is stuck"),
        ActionKind.VOID,
        subject,
        Map.of());
  }

  private ActionOutcome doing() {
    times.incrementAndGet();
    return VOIDED;
  }

  /** The log, one of whose calls ends so. */
  private OperatorActions ending(String method, Supplier<Object> end) {
    return new OperatorActions(
        Interceptor.before(
            ActionRepository.class,
            log,
            (called, asked, call) -> {
              Object made = call.make();
              return called.equals(method) ? end.get() : made;
            }),
        CallerGuard.NONE);
  }

  @Test
  void anActionIsLoggedBeforeItIsDoneAndItsOutcomeAfterwards() {
    assertThat(
            actions.perform(
                action("t"),
                () -> {
                  assertThat(actions.find(ID).orElseThrow().get().outcome()).isEmpty();
                  return doing();
                }))
        .isEqualTo(Either.right(VOIDED));

    assertThat(actions.find(ID).orElseThrow().get().outcome()).contains(VOIDED);
    assertThat(actions.latest(Optional.empty(), Optional.empty(), 0, 5)).hasSize(1);
  }

  @Test
  void whatIsSentTwiceIsDoneOnceAndAnswersTheSame() {
    actions.perform(action("t"), this::doing);

    assertThat(actions.perform(action("t"), () -> new ActionOutcome("Refused", "")))
        .isEqualTo(Either.right(VOIDED));
    assertThat(times).hasValue(1);
  }

  @Test
  void anActionWhoseOutcomeIsNotKnownIsDoneAgain() {
    assertThatThrownBy(
            () ->
                actions.perform(
                    action("t"),
                    () -> {
                      throw new StoreException("away");
                    }))
        .hasMessage("away");

    assertThat(actions.perform(action("t"), this::doing)).isEqualTo(Either.right(VOIDED));
    assertThat(actions.find(ID).orElseThrow().get().outcome()).contains(VOIDED);
  }

  @Test
  void anOutcomeThatIsNotKnownIsNotKept() {
    ActionOutcome unknown = new ActionOutcome(ActionOutcome.UNKNOWN, "no answer");

    assertThat(actions.perform(action("t"), () -> unknown)).isEqualTo(Either.right(unknown));

    assertThat(actions.find(ID).orElseThrow().get().outcome()).isEmpty();
    assertThat(actions.perform(action("t"), this::doing)).isEqualTo(Either.right(VOIDED));
  }

  @Test
  void ofTwoWhoDoItAtOnceTheFirstOutcomeIsThatOfBoth() {
    ActionOutcome first = new ActionOutcome("Voided", "by the other press");

    assertThat(
            actions.perform(
                action("t"),
                () -> {
                  log.finish(ID, first);
                  return doing();
                }))
        .isEqualTo(Either.right(first));
  }

  @Test
  void anIdThatMeansSomethingElseIsRefused() {
    actions.perform(action("t"), this::doing);

    assertThat(actions.perform(action("other"), this::doing).getLeft())
        .returns(ActionRefusal.Why.ID_REUSED, ActionRefusal::why)
        .returns("IdReused", ActionRefusal::kind)
        .returns(
            "action a is to void t, by Ann: another one needs an id of its own",
            ActionRefusal::message);
    assertThat(times).hasValue(1);
  }

  @Test
  void whatMayNotBeLoggedIsNotDone() {
    OperatorActions doubtful = ending("begin", () -> BeginOutcome.IN_DOUBT);

    assertThat(doubtful.perform(action("t"), this::doing).getLeft().why())
        .isEqualTo(ActionRefusal.Why.LOG_IN_DOUBT);
    assertThat(times).hasValue(0);

    assertThat(actions.perform(action("t"), this::doing)).isEqualTo(Either.right(VOIDED));
  }

  @Test
  void whatCannotBeReadIsNotDone() {
    actions.perform(action("t"), this::doing);
    OperatorActions unreadable = ending("find", () -> Optional.of(Either.left("action a: torn")));

    assertThat(unreadable.perform(action("t"), this::doing).getLeft())
        .isEqualTo(new ActionRefusal(ID, ActionRefusal.Why.LOG_UNREADABLE, "action a: torn"));
    assertThat(times).hasValue(1);
  }

  @Test
  void whatIsDoneIsAnsweredThoughNobodyKnowsThatItsOutcomeIsLogged() {
    List<Supplier<Object>> ends =
        List.of(
            () -> MatchOutcome.IN_DOUBT,
            () -> {
              throw new StoreException("away");
            });
    for (Supplier<Object> end : ends) {
      assertThat(ending("finish", end).perform(action("t"), this::doing))
          .isEqualTo(Either.right(VOIDED));
    }
  }
}
