package io.twophase.adapter.mongo;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void aSecondHomeIsRefusedByName() {
    FRESH.store().accounts().open(List.of(account("A").opening(usd("1"))));
    MongoStoreSettings other = Servers.QUIET.withCollections("accounts", "bookings");

    assertThatThrownBy(() -> FRESH.store(other))
        .isExactlyInstanceOf(UnsafeStoreException.class)
        .hasMessage(
            "the holds of "
                + FRESH.database().getName()
                + ".accounts are of the transactions in transactions (twophase_settings), so it"
                + " cannot be used with those in bookings")
        .satisfies(refused -> assertThat(((UnsafeStoreException) refused).isAllowable()).isFalse());
    assertThatThrownBy(() -> FRESH.store(other.withUnsafeAllowed(true)))
        .isInstanceOf(UnsafeStoreException.class);
    FRESH.store();
    FRESH.store(other.withCollections("konten", "bookings"));
    FRESH.store(other.withCollections("others", "transactions"));
  }

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
      return false;
    }
  }
}
