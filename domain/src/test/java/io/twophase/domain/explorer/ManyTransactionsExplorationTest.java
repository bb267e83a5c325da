package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Cast;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.ExplorationTable;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several transactions over the same two accounts. */
@DisplayName("The protocol keeps its promises in every interleaving of")
class ManyTransactionsExplorationTest {

  private static final int AT_LEAST = 1_000_000;
  private static final Role RECOVERER = Role.recoverer();
  private static final ExplorationTable TALLY = new ExplorationTable();

  /**
   * Never more are applied than there are funds, and without faults just as many: a hold of A is
   * then given back by nobody, for B refuses none. With a time-out one may be left out, as a late
   * hold of a finished transfer keeps the funds until it is swept. With a ceiling on B all may be
   * refused, as each may hold what another lacks.
   */
  static Stream<Arguments> manyTransactions() {
    Set<List<State>> oneOrBoth = Set.of(Endings.of(2, 0), Endings.of(1, 1));
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
            Set.of(Endings.of(3, 7))),
        arguments(
            "4 transfers with the funds for 2, 1 time-out",
            Scenario.competing(4).funds(usd("2.00")).timeOuts(1),
            Set.of(Endings.of(2, 2), Endings.of(1, 3))),
        arguments(
            "4 transfers with the funds for 2, 1 time-out, a sweeper",
            Scenario.competing(4).funds(usd("2.00")).timeOuts(1).swept(),
            Set.of(Endings.of(2, 2), Endings.of(1, 3))),
        arguments(
            "6 transfers with the funds for 3, and room for 2",
            Scenario.competing(6)
                .over(
                    account("A").with(usd("3.00")),
                    account("B").ceiling(usd("2.00")).with(usd("0.00"))),
            Set.of(Endings.of(2, 4), Endings.of(1, 5), Endings.of(0, 6))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("manyTransactions")
  void workers(String name, Scenario scenario, Set<List<State>> endings) {
    Endings.check(TALLY.explore(name, scenario), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
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
}
