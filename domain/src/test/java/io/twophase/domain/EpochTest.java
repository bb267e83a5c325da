package io.twophase.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An epoch")
class EpochTest {

  @Test
  @DisplayName("begins at none, and is followed by the next")
  void counts() {
    assertThat(Epoch.NONE.next()).isEqualTo(Epoch.FIRST).hasToString("1");
    assertThat(Epoch.FIRST.next()).isEqualTo(new Epoch(2));
  }

  @Test
  @DisplayName("is older than any that follows, and than no other")
  void older() {
    assertThat(Epoch.FIRST.olderThan(new Epoch(2))).isTrue();
    assertThat(Epoch.FIRST.olderThan(Epoch.FIRST)).isFalse();
    assertThat(new Epoch(2).olderThan(Epoch.FIRST)).isFalse();
    assertThat(Epoch.FIRST).isLessThan(new Epoch(2));
  }

  @Test
  @DisplayName("is never below zero, and never wraps")
  void bounds() {
    assertThat(new Epoch(0)).isEqualTo(Epoch.NONE);
    assertThatThrownBy(() -> new Epoch(-1)).isInstanceOf(IllegalArgumentException.class);
    Epoch last = new Epoch(Long.MAX_VALUE);
    assertThatThrownBy(last::next).isInstanceOf(ArithmeticException.class);
  }
}
