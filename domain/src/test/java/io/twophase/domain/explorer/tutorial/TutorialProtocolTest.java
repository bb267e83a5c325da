package io.twophase.domain.explorer.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import org.junit.jupiter.api.Test;

/** The tutorial's own protocol … */
class TutorialProtocolTest {

  @Test
  void keepsTheMoneyWhereItsOwnerIsAlone() {
    assertThat(TutorialExplorer.explore(TutorialRole.OWNER).fault()).isEmpty();
  }

  @Test
  void makesOrLosesMoneyWhereTheOwnerIsSlowAndARecovererTakesItForDead() {
    assertUnsafe(TutorialRole.OWNER, TutorialRole.RECOVERER);
  }

  @Test
  void makesOrLosesMoneyWhereItIsCanceledWhileItsOwnerIsAtWork() {
    assertUnsafe(TutorialRole.OWNER, TutorialRole.CANCELLER);
  }

  private static void assertUnsafe(TutorialRole... roles) {
    Found found = TutorialExplorer.explore(roles);
    System.out.println("the tutorial's own protocol:\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
  }
}
