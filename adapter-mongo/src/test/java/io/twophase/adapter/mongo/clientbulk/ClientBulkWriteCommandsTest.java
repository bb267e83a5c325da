package io.twophase.adapter.mongo.clientbulk;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What goes over the wire to a server that tells what each write of a bulk came to. */
class ClientBulkWriteCommandsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  private static final List<Leg> TRANSFER =
      List.of(leg("t1", 1, debit("A", usd("5"))), leg("t1", 1, credit("B", usd("5"))));

  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client = recorder.client(Servers.tellingUri());
  private AccountRepository accounts;
  private TransactionRepository transactions;

  private static Leg leg(String transaction, long epoch, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(epoch), operation);
  }

  @BeforeEach
  void openTwoAccounts() {
    MongoStore store =
        MongoStore.using(client, FRESH.database().getName(), MongoStoreSettings.defaults());
    accounts = store.accounts();
    transactions = store.transactions();
    accounts.open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    recorder.commands();
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void aTransferIsFiveCommands() {
    transactions.begin(
        List.of(new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x"))));
    accounts.hold(TRANSFER);
    transactions.advance(List.of(new Transition.Decide(transactionId("t1"), epoch(1))));
    accounts.settle(TRANSFER);
    transactions.advance(List.of(new Transition.Finish(transactionId("t1"))));

    assertThat(recorder.commands())
        .containsExactly("insert", "bulkWrite", "bulkWrite", "bulkWrite", "bulkWrite");
  }

  @Test
  void whatItTellsNeedNotBeReadBack() {
    transactions.begin(
        List.of(new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x"))));
    accounts.hold(TRANSFER.subList(0, 1));
    recorder.commands();

    List<Leg> second = TRANSFER.stream().map(leg -> leg("t1", 2, leg.operation())).toList();
    assertThat(accounts.stamp(second)).containsExactly(MATCHED, NOT_MATCHED);
    assertThat(recorder.commands()).containsExactly("bulkWrite");

    assertThat(
            transactions.advance(
                List.of(
                    new Transition.Decide(transactionId("t1"), epoch(1)),
                    new Transition.Decide(transactionId("t1"), epoch(7)))))
        .containsExactly(MATCHED, NOT_MATCHED);
    assertThat(recorder.commands()).containsExactly("bulkWrite");
  }

  @Test
  void whatIsSettledTwiceInACallIsAnsweredExactly() {
    accounts.hold(TRANSFER);

    assertThat(accounts.settle(List.of(TRANSFER.get(0), TRANSFER.get(0))))
        .containsExactly(MATCHED, NOT_MATCHED);
  }
}
