package io.twophase.domain.explorer.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The tutorial's own protocol")
class TutorialProtocolTest {

  @Test
  @DisplayName("keeps the money where its owner is alone")
  void alone() {
    assertThat(TutorialExplorer.explore(TutorialRole.OWNER).fault()).isEmpty();
  }

  @Test
  @DisplayName("makes or loses money where the owner is slow, and a recoverer takes it for dead")
  void recovered() {
    assertUnsafe(TutorialRole.OWNER, TutorialRole.RECOVERER);
  }

  @Test
  @DisplayName("makes or loses money where it is canceled while its owner is at work")
  void canceled() {
    assertUnsafe(TutorialRole.OWNER, TutorialRole.CANCELLER);
  }

  private static void assertUnsafe(TutorialRole... roles) {
    Found found = TutorialExplorer.explore(roles);
    System.out.println("the tutorial's own protocol:\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
  }
}
