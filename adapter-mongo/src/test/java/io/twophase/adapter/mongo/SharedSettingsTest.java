package io.twophase.adapter.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.Race;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What all processes of a database agree on: which transactions the accounts' holds are of. */
class SharedSettingsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  @Test
  void ofManyHomesAtOnceOneIsTaken() {
    FRESH.database();
    List<Boolean> opened = Race.of(8, runner -> isOpened("transactions" + runner));

    assertThat(opened).containsOnlyOnce(true);
    assertThat(FRESH.one("twophase_settings", "{_id: 'accounts'}").getString("home").getValue())
        .isEqualTo("transactions" + opened.indexOf(true));
  }

  private static boolean isOpened(String transactions) {
    try {
      FRESH.store(Servers.QUIET.withCollections("accounts", transactions));
      return true;
    } catch (UnsafeStoreException second) {
      // nothing allows it: it would count as opened
      return second.isAllowable();
    }
  }
}
