package io.twophase.domain.event;

import static io.twophase.domain.event.ActionKind.FREEZE;
import static io.twophase.domain.event.ActionSubject.Type.ACCOUNT;
import static io.twophase.domain.event.ActionSubject.Type.TRANSACTION;
import static java.time.Instant.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ActionsTest {

  private static OperatorAction action(ActionKind kind, String subject, Map<String, String> said) {
    return new OperatorAction(
        new ActionId("a"), new OperatorName("Ann"), new ActionReason("why"), kind, subject, said);
  }

  @Test
  void eachKindIsAboutOneTypeOfThing() {
    assertThat(ActionKind.REVERSE.subject("x")).isEqualTo(new ActionSubject(TRANSACTION, "x"));
    assertThat(FREEZE.subject("x")).isEqualTo(new ActionSubject(ACCOUNT, "x"));
    for (ActionSubject.Type type : ActionSubject.Type.values()) {
      assertThat(ActionKind.about(type)).allMatch(kind -> kind.subject("x").type() == type);
    }
    assertThat(
            Arrays.stream(ActionSubject.Type.values()).flatMap(t -> ActionKind.about(t).stream()))
        .containsExactlyInAnyOrder(ActionKind.values());
  }

  @Test
  void anActionIsAboutSomethingThatThereCanBe() {
    assertThatThrownBy(() -> action(FREEZE, "", Map.of())).hasMessage("account id '' is empty");
    assertThatIllegalArgumentException().isThrownBy(() -> action(ActionKind.VOID, "\n", Map.of()));
  }

  @Test
  void whatIsSaidOfAnActionStaysAsItWas() {
    Map<String, String> said = new HashMap<>(Map.of("amount", "1.00 USD"));
    OperatorAction action = action(ActionKind.CAPTURE, "t", said);
    said.clear();

    assertThat(action.arguments()).containsOnly(Map.entry("amount", "1.00 USD"));
    assertThatThrownBy(() -> action(ActionKind.CAPTURE, "t", Map.of("a.b", "1")))
        .hasMessage("metadata key 'a.b' has a dot");
  }

  @Test
  void aMessageIsKeptAsFarAsThereIsRoom() {
    ActionOutcome outcome = new ActionOutcome("Done", "x".repeat(4_000));

    assertThat(outcome.message()).hasSizeLessThan(500).endsWith("x…");
    assertThat(new ActionOutcome("Done", outcome.message())).isEqualTo(outcome);
    for (String bad : List.of("", "x".repeat(101))) {
      assertThatIllegalArgumentException().isThrownBy(() -> new ActionOutcome(bad, ""));
    }
  }

  @Test
  void anOutcomeAndTheTimeOfItComeTogether() {
    OperatorAction action = action(ActionKind.RECOVER, "t", Map.of());
    assertThatThrownBy(() -> new LoggedAction(action, EPOCH, Optional.empty(), Optional.of(EPOCH)))
        .hasMessageContaining("action a: ");
    assertThat(LoggedAction.begun(action, EPOCH))
        .isEqualTo(new LoggedAction(action, EPOCH, Optional.empty(), Optional.empty()));
    assertThat(action.subject()).isEqualTo(ActionKind.RECOVER.subject("t"));
    assertThat(new ActionOutcome("x".repeat(100), "").isUnknown()).isFalse();
    assertThat(new ActionOutcome("unknown", "").isUnknown()).isTrue();
  }

  @Test
  void aRefusalNamesTheAction() {
    OperatorAction action = action(FREEZE, "A", Map.of());
    assertThat(
            List.of(
                new ActionRefusal.LogInDoubt(action.id()),
                new ActionRefusal.IdReused(action),
                new ActionRefusal.LogUnreadable("action a: no kind")))
        .extracting(refusal -> refusal.kind() + ": " + refusal.message())
        .containsExactly(
            "LogInDoubt: action a: the store has not confirmed that it is logged. It was not done;"
                + " send it again",
            "IdReused: action a is to freeze A, by Ann: another one needs an id of its own",
            "LogUnreadable: action a: no kind");
  }
}
