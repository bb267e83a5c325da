package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.DONE;
import static io.twophase.domain.transaction.State.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.ExplorationTable;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.transaction.State;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One transaction, by all who may work at it, over a slow network. */
@DisplayName("The protocol keeps its promises in every interleaving of")
class OneTransactionExplorationTest {

  private static final int AT_LEAST = 1_000_000;
  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Role CANCELLER = Role.canceller();
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> oneTransaction() {
    return Stream.of(
        arguments(
            "an owner, 2 time-outs", Scenario.of(OWNER).timeOuts(2).swept(), Endings.one(DONE)),
        arguments(
            "an owner and a recoverer, 2 time-outs",
            Scenario.of(OWNER, RECOVERER).timeOuts(2),
            Endings.one(DONE)),
        arguments(
            "an owner and a recoverer, 1 time-out, a sweeper",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).swept(),
            Endings.one(DONE)),
        arguments(
            "an owner and a recoverer without the funds, 1 time-out",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).funds(usd("0.99")),
            Endings.one(CANCELED)),
        arguments(
            "an owner and a recoverer with just the funds, 1 time-out",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).funds(usd("1.00")),
            Endings.one(DONE)),
        arguments(
            "an owner and a recoverer that hold credits first, 1 time-out",
            Scenario.of(
                    OWNER.holding(HoldOrder.CREDITS_FIRST),
                    RECOVERER.holding(HoldOrder.CREDITS_FIRST))
                .timeOuts(1),
            Endings.one(DONE)),
        arguments(
            "two owners of the same transfer, 1 time-out",
            Scenario.of(OWNER, OWNER.named("twin")).timeOuts(1),
            Endings.one(DONE)),
        arguments(
            "an owner and one who asks again and takes it for dead, 2 time-outs",
            Scenario.of(OWNER, Role.hastyOwner(Scenario.TRANSFER)).timeOuts(2),
            Endings.one(DONE)),
        arguments(
            "an owner and one who asks again and takes it for dead, 1 time-out, a sweeper",
            Scenario.of(OWNER, Role.hastyOwner(Scenario.TRANSFER)).timeOuts(1).swept(),
            Endings.one(DONE)),
        arguments(
            "an owner and one who asks again and takes it for dead, without the funds, 1 time-out",
            Scenario.of(OWNER, Role.hastyOwner(Scenario.TRANSFER)).timeOuts(1).funds(usd("0.99")),
            Endings.one(CANCELED)),
        arguments(
            "a submitter, a recoverer and a canceller, 1 time-out",
            Scenario.of(Role.submitter(Scenario.TRANSFER), RECOVERER, CANCELLER).timeOuts(1),
            Endings.one(INITIAL, DONE, CANCELED)),
        arguments(
            "an owner and a canceller, 1 time-out, a sweeper",
            Scenario.of(OWNER, CANCELLER).timeOuts(1).swept(),
            Endings.one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer that abandons, 1 time-out, a sweeper",
            Scenario.of(OWNER, Role.abandoner()).timeOuts(1).swept(),
            Endings.one(DONE, CANCELED)),
        arguments(
            "an owner and two recoverers, a sweeper",
            Scenario.of(OWNER, RECOVERER, RECOVERER.named("second")).swept(),
            Endings.one(DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1),
            Endings.one(DONE, CANCELED)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oneTransaction")
  void workers(String name, Scenario scenario, Set<List<State>> endings) {
    Endings.check(TALLY.explore(name, scenario), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
