package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The protocol keeps its promises in every interleaving of")
class ProtocolExplorationTest {

  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Role CANCELLER = Role.canceller();
  private static final Set<State> EITHER = Set.of(DONE, CANCELED);

  static Stream<Arguments> narrow() {
    return Stream.of(
        argumentSet("an owner alone", Scenario.of(OWNER).timeOuts(2).swept(), Set.of(DONE)),
        argumentSet(
            "an owner and a recoverer",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).swept(),
            Set.of(DONE)),
        argumentSet(
            "an owner and a recoverer, of which either may give up",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).givingUp(true),
            Set.of(State.PENDING, State.APPLIED, DONE)),
        argumentSet(
            "an owner and a recoverer, without the funds",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).funds(usd("0.99")),
            Set.of(CANCELED)),
        argumentSet(
            "an owner and a recoverer, with the funds for one transfer",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).funds(usd("1.00")),
            Set.of(DONE)),
        argumentSet(
            "an owner and a recoverer that hold credits first",
            Scenario.of(
                    OWNER.holding(HoldOrder.CREDITS_FIRST),
                    RECOVERER.holding(HoldOrder.CREDITS_FIRST))
                .timeOuts(1),
            Set.of(DONE)),
        argumentSet(
            "two owners of the same transfer",
            Scenario.of(OWNER, Role.owner(Scenario.TRANSFER).named("twin")).timeOuts(1),
            Set.of(DONE)),
        argumentSet(
            "a submitter, a recoverer and a canceller",
            Scenario.of(Role.submitter(Scenario.TRANSFER), RECOVERER, CANCELLER).timeOuts(1),
            Set.of(State.INITIAL, DONE, CANCELED)),
        argumentSet(
            "an owner and a canceller", Scenario.of(OWNER, CANCELLER).timeOuts(1).swept(), EITHER),
        argumentSet(
            "an owner and a recoverer that abandons",
            Scenario.of(OWNER, Role.abandoner()).timeOuts(1).swept(),
            EITHER),
        argumentSet(
            "an owner, a recoverer and a canceller, without time-outs",
            Scenario.of(OWNER, RECOVERER, CANCELLER),
            EITHER));
  }

  static Stream<Arguments> wide() {
    return Stream.of(
        argumentSet(
            "an owner and a recoverer, with two time-outs",
            Scenario.of(OWNER, RECOVERER).timeOuts(2),
            Set.of(DONE)),
        argumentSet(
            "an owner, a recoverer and a canceller, with one time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1),
            EITHER));
  }

  @ParameterizedTest
  @MethodSource("narrow")
  void roles(Scenario scenario, Set<State> endings) {
    keepsItsPromises(scenario, endings);
  }

  /** A million states or so each: with {@code -Dtwophase.explore=wide}. */
  @ParameterizedTest
  @MethodSource("wide")
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void manyRoles(Scenario scenario, Set<State> endings) {
    keepsItsPromises(scenario, endings);
  }

  private static void keepsItsPromises(Scenario scenario, Set<State> endings) {
    long start = System.nanoTime();
    Exploration all = Explorer.explore(scenario);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.println(scenario.roles() + ": " + all.report() + ", " + took.toMillis() + " ms");
    assertThat(all.violation()).as(all.report()).isEmpty();
    assertThat(all.endings()).isEqualTo(endings);
  }
}
