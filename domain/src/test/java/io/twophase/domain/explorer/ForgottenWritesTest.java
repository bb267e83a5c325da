package io.twophase.domain.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Durability;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.Explorer;
import io.twophase.domain.transaction.Transition;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every step but the finish has to wait for a majority: what goes wrong where one does not. */
@DisplayName("The explorer finds what a failover breaks where the store acknowledges at once")
class ForgottenWritesTest {

  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role SUBMITTER = Role.submitter(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Scenario TWO = Scenario.of(OWNER, RECOVERER);
  private static final Durability BEGIN = alsoByOne(Message.Insert.class);

  static Stream<Arguments> forgotten() {
    return Stream.of(
        arguments(
            "a begin, so that two begin at epoch 1",
            Scenario.of(OWNER, OWNER.named("twin")).forgetting(BEGIN)),
        arguments(
            "a begin, so that its id is free for another transfer",
            Scenario.of(OWNER, FailoversExplorationTest.OTHER).forgetting(BEGIN)),
        arguments(
            "a claim",
            Scenario.of(SUBMITTER, RECOVERER, RECOVERER.named("second"))
                .forgetting(Durability.FINISH_BY_ONE.andTransitionByOne(Transition.Claim.class))),
        arguments(
            "a take-over",
            TWO.forgetting(Durability.FINISH_BY_ONE.andTransitionByOne(Transition.TakeOver.class))),
        arguments("a hold", TWO.forgetting(alsoByOne(Message.Hold.class))),
        arguments("a stamp", TWO.forgetting(alsoByOne(Message.Stamp.class))),
        arguments(
            "a decision",
            TWO.forgetting(Durability.FINISH_BY_ONE.andTransitionByOne(Transition.Decide.class))),
        arguments("a settle", TWO.forgetting(alsoByOne(Message.Settle.class))),
        arguments(
            "the begin of a cancel",
            Scenario.of(OWNER, Role.canceller())
                .forgetting(
                    Durability.FINISH_BY_ONE.andTransitionByOne(Transition.BeginCancel.class))),
        arguments(
            "the cancel of what nobody has claimed",
            Scenario.of(SUBMITTER, Role.canceller(), RECOVERER)
                .forgetting(
                    Durability.FINISH_BY_ONE.andTransitionByOne(
                        Transition.CancelUnclaimed.class))));
  }

  private static Durability alsoByOne(Class<? extends Message> kind) {
    return Durability.FINISH_BY_ONE.andByOne(kind::isInstance);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forgotten")
  void andSaysHow(String step, Scenario scenario) {
    Exploration found = Explorer.explore(scenario);
    System.out.println("where a failover may undo " + step + ":\n" + found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).anyMatch(line -> line.startsWith("a failover: "));
  }
}
