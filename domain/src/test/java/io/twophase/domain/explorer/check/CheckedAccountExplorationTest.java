package io.twophase.domain.explorer.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.check.CheckedAccount.Broken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Every order of checks, debits, credits and changes of status of one account")
class CheckedAccountExplorationTest {

  /** The states that can be reached; ends at the first with a fault. */
  private static Set<CheckedAccount> reached(Broken broken) {
    Set<CheckedAccount> seen = new HashSet<>();
    Deque<CheckedAccount> open = new ArrayDeque<>();
    open.add(CheckedAccount.start());
    while (!open.isEmpty()) {
      CheckedAccount state = open.remove();
      if (seen.add(state)) {
        if (!state.fault().isEmpty()) {
          return seen;
        }
        open.addAll(state.next(broken));
      }
    }
    return seen;
  }

  private static Set<String> faults(Set<CheckedAccount> states) {
    Set<String> faults = new HashSet<>();
    states.forEach(state -> faults.add(state.fault()));
    faults.remove("");
    return faults;
  }

  @Test
  void whatIsCheckedIsSoAtTheDecisionAndKeepsNoMoneyOut() {
    Set<CheckedAccount> states = reached(Broken.NONE);

    assertThat(faults(states)).isEmpty();
    assertThat(states).hasSizeGreaterThan(1_000);
    for (CheckedAccount state : states) {
      assertThat(state.isOver() || !state.next(Broken.NONE).isEmpty()).as("%s", state).isTrue();
      if (state.isOver()) {
        assertThat(state.account().holdCount()).as("%s", state).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRuleThatIsLeftOutIsFound(Broken broken) {
    assertThat(faults(reached(broken))).hasSize(1);
  }
}
