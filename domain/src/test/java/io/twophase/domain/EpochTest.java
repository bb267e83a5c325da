package io.twophase.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** An epoch … */
class EpochTest {

  @Test
  void beginsAtNoneAndIsFollowedByTheNext() {
    assertThat(Epoch.NONE.next()).isEqualTo(Epoch.FIRST).hasToString("1");
    assertThat(Epoch.FIRST.next()).isEqualTo(new Epoch(2));
  }

  @Test
  void isOlderThanAnyThatFollowsAndThanNoOther() {
    assertThat(Epoch.FIRST.olderThan(new Epoch(2))).isTrue();
    assertThat(Epoch.FIRST.olderThan(Epoch.FIRST)).isFalse();
    assertThat(new Epoch(2).olderThan(Epoch.FIRST)).isFalse();
  }

  @Test
  void isNeverBelowZeroAndNeverWraps() {
    assertThat(new Epoch(0)).isEqualTo(Epoch.NONE);
    assertThatIllegalArgumentException().isThrownBy(() -> new Epoch(-1));
    Epoch last = new Epoch(Long.MAX_VALUE);
    assertThatThrownBy(last::next).isInstanceOf(ArithmeticException.class);
  }
}
