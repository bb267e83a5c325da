package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.State.APPLIED;
import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.DONE;
import static io.twophase.domain.transaction.State.INITIAL;
import static io.twophase.domain.transaction.State.PENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Cast;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.ExplorationTable;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The protocol keeps its promises in every interleaving of")
class ProtocolExplorationTest {

  private static final int AT_LEAST = 1_000_000;
  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Role CANCELLER = Role.canceller();
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> oneTransaction() {
    return Stream.of(
        arguments("an owner, 2 time-outs", Scenario.of(OWNER).timeOuts(2).swept(), one(DONE)),
        arguments(
            "an owner and a recoverer, 2 time-outs",
            Scenario.of(OWNER, RECOVERER).timeOuts(2),
            one(DONE)),
        arguments(
            "an owner and a recoverer, 1 time-out, a sweeper",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).swept(),
            one(DONE)),
        arguments(
            "an owner and a recoverer without the funds, 1 time-out",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).funds(usd("0.99")),
            one(CANCELED)),
        arguments(
            "an owner and a recoverer with just the funds, 1 time-out",
            Scenario.of(OWNER, RECOVERER).timeOuts(1).funds(usd("1.00")),
            one(DONE)),
        arguments(
            "an owner and a recoverer that hold credits first, 1 time-out",
            Scenario.of(
                    OWNER.holding(HoldOrder.CREDITS_FIRST),
                    RECOVERER.holding(HoldOrder.CREDITS_FIRST))
                .timeOuts(1),
            one(DONE)),
        arguments(
            "two owners of the same transfer, 1 time-out",
            Scenario.of(OWNER, OWNER.named("twin")).timeOuts(1),
            one(DONE)),
        arguments(
            "an owner and one who asks again and takes it for dead, 2 time-outs",
            Scenario.of(OWNER, Role.hastyOwner(Scenario.TRANSFER)).timeOuts(2),
            one(DONE)),
        arguments(
            "an owner and one who asks again and takes it for dead, 1 time-out, a sweeper",
            Scenario.of(OWNER, Role.hastyOwner(Scenario.TRANSFER)).timeOuts(1).swept(),
            one(DONE)),
        arguments(
            "an owner and one who asks again and takes it for dead, without the funds, 1 time-out",
            Scenario.of(OWNER, Role.hastyOwner(Scenario.TRANSFER)).timeOuts(1).funds(usd("0.99")),
            one(CANCELED)),
        arguments(
            "a submitter, a recoverer and a canceller, 1 time-out",
            Scenario.of(Role.submitter(Scenario.TRANSFER), RECOVERER, CANCELLER).timeOuts(1),
            one(INITIAL, DONE, CANCELED)),
        arguments(
            "an owner and a canceller, 1 time-out, a sweeper",
            Scenario.of(OWNER, CANCELLER).timeOuts(1).swept(),
            one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer that abandons, 1 time-out, a sweeper",
            Scenario.of(OWNER, Role.abandoner()).timeOuts(1).swept(),
            one(DONE, CANCELED)),
        arguments(
            "an owner and two recoverers, a sweeper",
            Scenario.of(OWNER, RECOVERER, RECOVERER.named("second")).swept(),
            one(DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1),
            one(DONE, CANCELED)));
  }

  static Stream<Arguments> faults() {
    Scenario two = Scenario.of(OWNER, RECOVERER).swept();
    Scenario three = Scenario.of(OWNER, RECOVERER, CANCELLER).swept();
    return Stream.of(
        arguments(
            "an owner and a recoverer, 1 crash, 1 time-out, a sweeper",
            two.timeOuts(1).with(Fault.CRASH, 1),
            orNothing(PENDING, APPLIED, DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 crash, a sweeper",
            three.with(Fault.CRASH, 1),
            orNothing(PENDING, APPLIED, DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 2 crashes",
            two.with(Fault.CRASH, 2),
            orNothing(PENDING, APPLIED, DONE)),
        arguments(
            "an owner and a recoverer, one gives up, 1 time-out",
            two.timeOuts(1).with(Fault.GIVING_UP, 1),
            orNothing(PENDING, APPLIED, DONE)),
        arguments(
            "an owner and a recoverer, 2 lost requests, a sweeper",
            two.with(Fault.LOST_REQUEST, 2),
            one(DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 lost request, a sweeper",
            three.with(Fault.LOST_REQUEST, 1),
            one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 1 repeated request, 1 time-out, a sweeper",
            two.timeOuts(1).with(Fault.REPEATED_REQUEST, 1),
            one(DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 repeated request, a sweeper",
            three.with(Fault.REPEATED_REQUEST, 1),
            one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 1 stale read, 1 time-out, a sweeper",
            two.timeOuts(1).with(Fault.STALE_READ, 1),
            one(PENDING, APPLIED, DONE)));
  }

  /**
   * Never more are applied than there are funds, and without faults just as many: a hold of A is
   * then given back by nobody, for B refuses none. With a time-out one may be left out, as a late
   * hold of a finished transfer keeps the funds until it is swept. With a ceiling on B all may be
   * refused, as each may hold what another lacks.
   */
  static Stream<Arguments> manyTransactions() {
    Set<List<State>> oneOrBoth = Set.of(outcome(2, 0), outcome(1, 1));
    return Stream.of(
        arguments(
            "A to B and B to A, 2 time-outs, a sweeper", opposite().timeOuts(2).swept(), oneOrBoth),
        arguments(
            "A to B and B to A, 1 time-out, 1 lost and 1 repeated request",
            opposite().timeOuts(1).with(Fault.LOST_REQUEST, 1).with(Fault.REPEATED_REQUEST, 1),
            oneOrBoth),
        arguments(
            "A to B and B to A, a recoverer of one, 1 time-out",
            opposite(List.of(RECOVERER), List.of()).timeOuts(1),
            oneOrBoth),
        arguments(
            "A to B and B to A, a recoverer of each",
            opposite(List.of(RECOVERER), List.of(RECOVERER)),
            oneOrBoth),
        arguments(
            "10 transfers with the funds for 3",
            Scenario.competing(10).funds(usd("3.00")),
            Set.of(outcome(3, 7))),
        arguments(
            "4 transfers with the funds for 2, 1 time-out",
            Scenario.competing(4).funds(usd("2.00")).timeOuts(1),
            Set.of(outcome(2, 2), outcome(1, 3))),
        arguments(
            "4 transfers with the funds for 2, 1 time-out, a sweeper",
            Scenario.competing(4).funds(usd("2.00")).timeOuts(1).swept(),
            Set.of(outcome(2, 2), outcome(1, 3))),
        arguments(
            "6 transfers with the funds for 3, and room for 2",
            Scenario.competing(6)
                .over(
                    account("A").with(usd("3.00")),
                    account("B").ceiling(usd("2.00")).with(usd("0.00"))),
            Set.of(outcome(2, 4), outcome(1, 5), outcome(0, 6))));
  }

  static Stream<Arguments> wide() {
    return Stream.of(
        arguments(
            "an owner, a recoverer and a canceller, 1 crash, 1 time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1).with(Fault.CRASH, 1),
            orNothing(PENDING, APPLIED, DONE, CANCELED)),
        arguments(
            "an owner, a recoverer and a canceller, 1 repeated request, 1 time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1).with(Fault.REPEATED_REQUEST, 1),
            one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 3 time-outs",
            Scenario.of(OWNER, RECOVERER).timeOuts(3),
            one(DONE)),
        arguments(
            "10 transfers with the funds for 5",
            Scenario.competing(10).funds(usd("5.00")),
            Set.of(outcome(5, 5))),
        arguments(
            "4 transfers with the funds for 2, 2 time-outs",
            Scenario.competing(4).funds(usd("2.00")).timeOuts(2),
            Set.of(outcome(2, 2), outcome(1, 3))),
        arguments(
            "an owner and two recoverers, 1 time-out",
            Scenario.of(OWNER, RECOVERER, RECOVERER.named("second")).timeOuts(1),
            one(DONE)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"oneTransaction", "faults", "manyTransactions"})
  void workers(String name, Scenario scenario, Set<List<State>> endings) {
    keepsItsPromises(name, scenario, endings);
  }

  /** Fifty million states more, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("wide")
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void manyWorkers(String name, Scenario scenario, Set<List<State>> endings) {
    keepsItsPromises(name, scenario, endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }

  private static void keepsItsPromises(String name, Scenario scenario, Set<List<State>> endings) {
    Exploration all = TALLY.explore(name, scenario);
    assertThat(all.violation()).as(all.report()).isEmpty();
    assertThat(all.endings()).isEqualTo(endings);
  }

  private static Scenario opposite() {
    return opposite(List.of(), List.of());
  }

  /** A can pay at once; B only with what it gets from A. */
  private static Scenario opposite(List<Role> there, List<Role> back) {
    return Scenario.of(owned("there", "A", "B", there), owned("back", "B", "A", back))
        .funds(usd("1.00"));
  }

  private static Cast owned(String id, String from, String to, List<Role> others) {
    NewTransaction body = transfer(id, from, to, usd("1.00"));
    List<Role> roles = new ArrayList<>(List.of(Role.owner(body)));
    roles.addAll(others);
    return new Cast(body, roles);
  }

  private static Set<List<State>> one(State... states) {
    return Stream.of(states).map(List::of).collect(Collectors.toSet());
  }

  private static Set<List<State>> orNothing(State... states) {
    return Stream.concat(Stream.of(List.<State>of()), one(states).stream())
        .collect(Collectors.toSet());
  }

  private static List<State> outcome(int done, int canceled) {
    List<State> states = new ArrayList<>(Collections.nCopies(done, DONE));
    states.addAll(Collections.nCopies(canceled, CANCELED));
    return states;
  }
}
