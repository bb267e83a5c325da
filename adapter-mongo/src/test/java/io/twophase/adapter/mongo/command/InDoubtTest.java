package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.network.Cutting.Cut.AFTER_THE_SERVER_HAS_DONE_IT;
import static io.twophase.adapter.mongo.network.Cutting.Cut.BEFORE_THE_SERVER_HAS_IT;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.network.Cutting;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that is lost leaves an answer in doubt, whether or not the write was made. */
class InDoubtTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** Longer than a server that is there takes to be found, however busy the machine is. */
  private static final Duration FOUND_WITHIN = Duration.ofSeconds(10);

  private static final List<Leg> TRANSFER =
      List.of(leg("t1", debit("A", usd("5"))), leg("t1", credit("B", usd("5"))));

  private final AccountRepository there = FRESH.store().accounts();
  private final TransactionRepository recordsThere = FRESH.store().transactions();
  private final Cutting cutting = new Cutting();
  private Proxy proxy;
  private MongoClient client;
  private MongoStore store;

  @BeforeEach
  void openTwoAccountsAndGoThroughTheProxy() {
    there.open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    proxy = Proxy.before(Servers.address(Servers.inProcessUri()), cutting);
    client = client(FOUND_WITHIN);
    store = store(client);
  }

  /** Looks again at once for a server whose connection was cut. */
  private MongoClient client(Duration foundWithin) {
    return client(proxy.uri(), foundWithin);
  }

  private static MongoClient client(String uri, Duration foundWithin) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(uri))
            .applyToServerSettings(
                server -> server.minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
            .applyToClusterSettings(
                cluster ->
                    cluster.serverSelectionTimeout(foundWithin.toMillis(), TimeUnit.MILLISECONDS))
            .build());
  }

  private static MongoStore store(MongoClient client) {
    return MongoStore.using(
        client, FRESH.database().getName(), MongoStoreSettings.defaults().withProbe(false));
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  private static Leg leg(String transaction, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(1), operation);
  }

  private Account read(String id) {
    AccountLookup lookup = there.find(List.of(accountId(id))).get(0);
    return ((AccountLookup.Found) lookup).account();
  }

  private String address() {
    return new ConnectionString(proxy.uri()).getHosts().get(0);
  }

  private void cut(Cut cut, String command) {
    cutting.cut(cut, command, 0, 1);
  }

  @ParameterizedTest
  @EnumSource
  void holdsAreInDoubt(Cut cut) {
    cut(cut, "update");

    assertThat(store.accounts().hold(TRANSFER))
        .containsOnly(AccountHoldOutcome.inDoubt())
        .hasSize(2);
    assertThat(read("A").holds().size() + read("B").holds().size())
        .isEqualTo(cut == AFTER_THE_SERVER_HAS_DONE_IT ? 2 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void settlesAreInDoubtAndCanBeAskedAgain(Cut cut) {
    there.hold(TRANSFER);
    cut(cut, "update");

    assertThat(store.accounts().settle(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT).hasSize(2);
    store.accounts().settle(TRANSFER);
    assertThat(read("A").balance()).isEqualTo(95_00);
    assertThat(read("B").balance()).isEqualTo(5_00);
  }

  @ParameterizedTest
  @EnumSource
  void stampsReleasesAndWithdrawalsAreInDoubt(Cut cut) {
    there.hold(TRANSFER);

    cut(cut, "update");
    assertThat(store.accounts().stamp(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT);
    cut(cut, "update");
    assertThat(store.accounts().withdraw(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT);
    cut(cut, "update");
    assertThat(store.accounts().release(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT);
  }

  @ParameterizedTest
  @EnumSource
  void recordsAreBegunAndMovedInDoubt(Cut cut) {
    NewRecord begun = new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x"));
    cut(cut, "insert");
    assertThat(store.transactions().begin(List.of(begun))).containsExactly(BeginOutcome.IN_DOUBT);
    assertThat(recordsThere.find(List.of(begun.id())).get(0) instanceof TransactionLookup.Found)
        .isEqualTo(cut == AFTER_THE_SERVER_HAS_DONE_IT);

    recordsThere.begin(List.of(begun));
    cut(cut, "update");
    assertThat(
            store
                .transactions()
                .advance(List.of(new Transition.Decide(transactionId("t1"), epoch(1)))))
        .containsExactly(MatchOutcome.IN_DOUBT);
  }

  @ParameterizedTest
  @EnumSource
  void accountsAreOpenedAndChangedInDoubt(Cut cut) {
    cut(cut, "insert");
    assertThat(store.accounts().open(List.of(account("C").opening(usd("1")))))
        .containsExactly(new OpenOutcome.InDoubt());

    cut(cut, "findAndModify");
    assertThat(store.accounts().change(accountId("A"), StatusChange.FREEZE))
        .isEqualTo(new StatusOutcome.InDoubt());
    assertThat(read("A").status())
        .isEqualTo(
            cut == AFTER_THE_SERVER_HAS_DONE_IT ? AccountStatus.FROZEN : AccountStatus.ACTIVE);
  }

  @Test
  void whatComesAfterABatchInDoubtIsNotSent() {
    List<Leg> legs =
        IntStream.range(0, 2_500).mapToObj(n -> leg("t" + n, credit("B", cents(1)))).toList();
    cutting.cut(BEFORE_THE_SERVER_HAS_IT, "update", 1, 1);

    List<AccountHoldOutcome> outcomes = store.accounts().hold(legs);

    assertThat(outcomes.subList(0, 1_000)).containsOnly(AccountHoldOutcome.held());
    assertThat(outcomes.subList(1_000, 2_500)).containsOnly(AccountHoldOutcome.inDoubt());
    assertThat(read("B").holds()).hasSize(1_000);
  }

  @Test
  void aRefusalThatCannotBeExplainedIsInDoubt() {
    cutting.cut(BEFORE_THE_SERVER_HAS_IT, "find", 0, 10);

    assertThat(
            store
                .accounts()
                .hold(List.of(leg("t1", debit("A", usd("500"))), leg("t1", credit("B", usd("5"))))))
        .isEqualTo(Collections.nCopies(2, AccountHoldOutcome.inDoubt()));
    assertThat(store.accounts().release(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT);
  }

  @Test
  void aReadWhoseAnswerIsLostFailsForThereIsNothingToDoubt() {
    cutting.cut(BEFORE_THE_SERVER_HAS_IT, "find", 0, 10);

    assertThatThrownBy(() -> store.accounts().find(List.of(accountId("A"))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith("MongoDB at " + address() + " cannot be reached: ");
  }

  @ParameterizedTest
  @EnumSource
  void theLatestWhoseAnswerIsLostFailsForThereIsNothingToDoubt(Cut cut) {
    cut(cut, "findAndModify");

    assertThatThrownBy(() -> store.accounts().findLatest(accountId("A")))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.accounts().findLatest(accountId("A")))
        .isEqualTo(new AccountLookup.Found(read("A")));
  }

  @Test
  void aServerThatIsGoneIsUnavailableOnceThatIsKnown() {
    try (MongoClient impatient = client(Duration.ofSeconds(3))) {
      AccountRepository accounts = store(impatient).accounts();
      proxy.close();
      accounts.hold(TRANSFER);

      assertThatThrownBy(() -> accounts.hold(TRANSFER))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageStartingWith("MongoDB at " + address() + " cannot be reached: ");
    }
  }

  /** Of {@code timeoutMS} the driver throws an exception that may be of any moment. */
  @Test
  void aServerThatIsGoneIsUnavailableWithALimitOfTheDriverToo() {
    try (MongoClient limited = client(proxy.uri() + "/?timeoutMS=2000", Duration.ofSeconds(3))) {
      MongoStore store = store(limited);
      NewRecord begun = new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x"));
      proxy.close();
      store.accounts().hold(TRANSFER);

      assertThatThrownBy(() -> store.transactions().begin(List.of(begun)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageStartingWith("MongoDB at " + address() + " cannot be reached: ");
      assertThatThrownBy(() -> store.accounts().hold(TRANSFER))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }
}
