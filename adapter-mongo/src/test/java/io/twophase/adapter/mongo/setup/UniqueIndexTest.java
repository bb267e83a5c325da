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
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A unique index that a host has put on a collection refuses what Twophase knows to be new. */
class UniqueIndexTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private final TransactionRepository transactions = FRESH.store().transactions();
  private final AccountRepository accounts = FRESH.store().accounts();

  @BeforeEach
  void index() {
    FRESH
        .collection("transactions")
        .createIndex(
            Indexes.ascending("destination"), new IndexOptions().unique(true).name("one_each"));
  }

  private static NewRecord record(String id, String destination) {
    return new NewRecord.Begun(transfer(id, "A", destination, usd("1")), APP, token("x"));
  }

  @Test
  void aRecordThatItRefusesIsNotTakenForOneWhoseIdIsTaken() {
    assertThat(transactions.begin(List.of(record("t1", "B")))).containsExactly(BeginOutcome.BEGUN);

    assertThatThrownBy(() -> transactions.begin(List.of(record("t2", "B"))))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("refuses to insert")
        .hasMessageContaining("'t2'")
        .hasMessageContaining("one_each")
        .message()
        .hasLineCount(1);
    assertThat(transactions.find(List.of(transactionId("t2"))))
        .containsExactly(new TransactionLookup.Absent(transactionId("t2")));
  }

  @Test
  void anIdThatIsTakenIsSaidToBeWhateverTheIndex() {
    transactions.begin(List.of(record("t1", "B")));

    assertThat(transactions.begin(List.of(record("t1", "B"), record("t2", "C"))))
        .containsExactly(BeginOutcome.ID_TAKEN, BeginOutcome.BEGUN);
    assertThat(transactions.begin(List.of(record("t1", "D"))))
        .containsExactly(BeginOutcome.ID_TAKEN);
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
