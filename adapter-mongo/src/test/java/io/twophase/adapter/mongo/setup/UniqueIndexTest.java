package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.ports.Accounts;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A unique index that a host has put on a collection refuses what Twophase knows to be new. */
class UniqueIndexTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private final Records records = FRESH.store().records();
  private final Accounts accounts = FRESH.store().accounts();

  @BeforeEach
  void index() {
    FRESH
        .collection("transactions")
        .createIndex(
            Indexes.ascending("destination"), new IndexOptions().unique(true).name("one_each"));
  }

  private static NewRecord record(String id, String destination) {
    return NewRecord.alone(transfer(id, "A", destination, usd("1")), new Owner(APP, token("x")));
  }

  @Test
  void aRecordThatItRefusesIsNotTakenForOneWhoseIdIsTaken() {
    assertThat(records.insert(List.of(record("t1", "B"))))
        .containsExactly(List.of(BeginOutcome.BEGUN));

    assertThatThrownBy(() -> records.insert(List.of(record("t2", "B"))))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("refuses to insert")
        .hasMessageContaining("'t2'")
        .hasMessageContaining("one_each")
        .message()
        .hasLineCount(1);
    assertThat(records.findMembers(List.of(transactionId("t2"))))
        .containsExactly(Lookup.absent("t2"));
  }

  @Test
  void anIdThatIsTakenIsSaidToBeWhateverTheIndex() {
    records.insert(List.of(record("t1", "B")));

    assertThat(records.insert(List.of(record("t1", "B"), record("t2", "C"))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN), List.of(BeginOutcome.BEGUN));
    assertThat(records.insert(List.of(record("t1", "D"))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN));
  }

  @Test
  void anAccountThatItRefusesIsNotTakenForOneThatIsThere() {
    FRESH
        .collection("accounts")
        .createIndex(
            Indexes.ascending("balance"), new IndexOptions().unique(true).name("balances"));
    assertThat(accounts.open(List.of(account("A").opening(usd("1")))))
        .containsExactly(new OpenOutcome.Opened());

    assertThatThrownBy(() -> accounts.open(List.of(account("B").opening(usd("1")))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("balances");
    assertThat(accounts.open(List.of(account("A").opening(usd("1")))))
        .containsExactly(new OpenOutcome.AlreadyOpen());
  }
}
