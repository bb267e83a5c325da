package io.twophase.domain.explorer.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.check.CheckedAccount.Broken;
import io.vavr.control.Option;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Every order of checks, debits, credits and changes of status of one account")
class CheckedAccountExplorationTest {

  private record Explorer(Broken broken) implements Space<CheckedAccount> {

    @Override
    public CheckedAccount start() {
      return CheckedAccount.start();
    }

    @Override
    public void next(CheckedAccount state, Steps<CheckedAccount> steps) {
      state.next(broken).forEach(next -> steps.to(next, next::toString));
    }

    @Override
    public Option<String> fault(CheckedAccount state) {
      return state.isOver() && state.account().holdCount() > 0
          ? Option.some("all is over, and something is held")
          : Option.when(!state.fault().isEmpty(), state.fault());
    }

    @Override
    public Option<String> withoutEnd() {
      return Option.some("no way leads to an end");
    }

    @Override
    public boolean isEnd(CheckedAccount state) {
      return state.isOver();
    }
  }

  private static Found explore(Broken broken) {
    return Search.of(new Explorer(broken));
  }

  @Test
  void whatIsCheckedIsSoAtTheDecisionAndKeepsNoMoneyOut() {
    Found found = explore(Broken.NONE);

    assertThat(found.fault()).as(found.report()).isEmpty();
    assertThat(found.states()).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aRuleThatIsLeftOutIsFound(Broken broken) {
    Found found = explore(broken);
    assertThat(found.fault()).as(found.report()).isNotEmpty();
    assertThat(found.fault().get()).contains(broken.finding());
  }
}
