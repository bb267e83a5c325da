package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.record.Lookup;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StuckTest {

  private static Map<String, Object> unreadable(String id) {
    return new Stuck(List.of()).view(Lookup.unreadable(id, "no epoch"));
  }

  @Test
  void anUnreadableBatchIsOneByItsId() {
    assertThat(unreadable("batch:x")).containsEntry("isBatch", true);
    assertThat(unreadable("pay-7")).containsEntry("isBatch", false);
  }
}
