package io.twophase.adapter.mongo.command;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
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

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many commands each call costs. */
class CommandsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client = recorder.client();
  private AccountRepository accounts;
  private TransactionRepository transactions;

  @BeforeEach
  void openTwoAccounts() {
    MongoStore store =
        MongoStore.using(client, FRESH.database().getName(), MongoStoreSettings.defaults());
    accounts = store.accounts();
    transactions = store.transactions();
    accounts.open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    recorder.commands();
    recorder.writes();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static Leg leg(String transaction, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(1), operation);
  }

  private static final List<Leg> TRANSFER =
      List.of(leg("t1", debit("A", usd("5"))), leg("t1", credit("B", usd("5"))));

  @Test
  void aTransferIsFiveCommands() {
    transactions.begin(
        List.of(new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x"))));
    accounts.hold(TRANSFER);
    transactions.advance(List.of(new Transition.Decide(transactionId("t1"), epoch(1))));
    accounts.settle(TRANSFER);
    transactions.advance(List.of(new Transition.Finish(transactionId("t1"))));

    assertThat(recorder.commands())
        .containsExactly("insert", "update", "update", "update", "update");
  }

  @Test
  void stampsReleasesAndWithdrawalsThatAllMatchAreOneCommandEach() {
    accounts.hold(TRANSFER);
    recorder.commands();

    accounts.stamp(
        TRANSFER.stream()
            .map(leg -> new Leg(leg.transaction(), epoch(2), leg.operation()))
            .toList());
    accounts.release(TRANSFER);
    accounts.hold(TRANSFER);
    accounts.withdraw(TRANSFER);

    assertThat(recorder.commands()).containsExactly("update", "update", "update", "update");
  }

  @Test
  void aRefusedHoldIsOneReadMore() {
    assertThat(accounts.hold(List.of(leg("t1", debit("A", usd("500"))))))
        .first()
        .isInstanceOf(AccountHoldOutcome.Refused.class);
    assertThat(recorder.commands()).containsExactly("update", "find");

    accounts.hold(
        List.of(
            leg("t2", debit("A", usd("500"))),
            leg("t2", credit("B", usd("1"))),
            leg("t3", debit("nowhere", usd("1")))));
    assertThat(recorder.commands()).containsExactly("update", "find");
  }

  @Test
  void onAReplicaSetEachAccountThatRefusesIsOneConfirmingReadMore() {
    try (FaultyServer server = FaultyServer.replicaSet();
        MongoClient replicaSet = recorder.client(server.uri(""))) {
      AccountRepository there =
          MongoStore.using(replicaSet, "bank", MongoStoreSettings.defaults().withProbe(false))
              .accounts();
      there.open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
      recorder.commands();

      there.hold(List.of(leg("t1", debit("A", usd("500")))));
      assertThat(recorder.commands()).containsExactly("update", "find", "find");

      there.hold(
          List.of(
              leg("t2", debit("A", usd("500"))),
              leg("t2", debit("B", usd("1"))),
              leg("t3", debit("nowhere", usd("1")))));
      assertThat(recorder.commands()).containsExactly("update", "find", "find", "find", "find");

      there.hold(
          IntStream.range(0, 100).mapToObj(n -> leg("u" + n, debit("A", usd("500")))).toList());
      assertThat(recorder.commands()).containsExactly("update", "find", "find");
    }
  }

  @Test
  void whatDoesNotMatchIsOneReadMoreAtMost() {
    assertThat(accounts.stamp(TRANSFER)).containsOnly(NOT_MATCHED);
    assertThat(recorder.commands()).containsExactly("update");

    assertThat(accounts.release(TRANSFER)).containsOnly(NOT_MATCHED);
    assertThat(recorder.commands()).containsExactly("update", "find");

    accounts.hold(TRANSFER.subList(0, 1));
    recorder.commands();
    accounts.settle(TRANSFER);
    assertThat(recorder.commands()).containsExactly("update", "find");
  }

  @Test
  void fiveHundredAreBegunAndMovedInOneCommandEach() {
    List<NewRecord> records =
        IntStream.range(0, 500)
            .<NewRecord>mapToObj(
                n -> new NewRecord.Begun(transfer("t" + n, "A", "B", cents(1)), APP, token("x")))
            .toList();
    List<Transition> decisions =
        IntStream.range(0, 500)
            .<Transition>mapToObj(n -> new Transition.Decide(transactionId("t" + n), epoch(1)))
            .toList();

    assertThat(transactions.begin(records)).containsOnly(BeginOutcome.BEGUN);
    assertThat(transactions.advance(decisions)).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("insert", "update");

    transactions.find(decisions.stream().map(Transition::transaction).toList());
    assertThat(recorder.commands()).containsExactly("find");
  }

  @Test
  void aBatchOfFiveHundredTransfersIsFiveCommandsAsOneIs() {
    List<String> ids = IntStream.range(0, 500).mapToObj(n -> "t" + n).toList();
    accounts.open(
        IntStream.range(0, 100).mapToObj(n -> account("a" + n).opening(usd("100"))).toList());
    List<NewTransaction> bodies =
        IntStream.range(0, 500)
            .mapToObj(n -> transfer("t" + n, "a" + n % 100, "a" + (n * 7 + 1) % 100, cents(1)))
            .toList();
    List<Leg> legs =
        bodies.stream()
            .flatMap(body -> body.accountOperations().stream().map(o -> leg(body.id().value(), o)))
            .toList();
    recorder.commands();
    recorder.writes();

    transactions.begin(
        bodies.stream()
            .<NewRecord>map(body -> new NewRecord.Begun(body, APP, token("x")))
            .toList());
    accounts.hold(legs);
    transactions.advance(
        ids.stream()
            .<Transition>map(t -> new Transition.Decide(transactionId(t), epoch(1)))
            .toList());
    accounts.settle(legs);
    transactions.advance(
        ids.stream().<Transition>map(t -> new Transition.Finish(transactionId(t))).toList());

    assertThat(recorder.commands())
        .containsExactly("insert", "update", "update", "update", "update");
    // begun, decided and finished each on its own; held and settled by the account
    assertThat(recorder.writes()).isEqualTo(500 + 100 + 500 + 100 + 500);
  }

  @Test
  void ofABatchThatAnAccountDoesNotTakeWholeEachIsAskedForOnItsOwn() {
    List<Leg> legs =
        IntStream.range(0, 5).mapToObj(n -> leg("t" + n, debit("A", usd("30")))).toList();

    assertThat(accounts.hold(legs).subList(0, 3)).containsOnly(AccountHoldOutcome.held());
    assertThat(recorder.commands()).containsExactly("update", "find", "update", "find");
    assertThat(accounts.settle(legs.subList(0, 3))).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("update");
  }

  @Test
  void transitionsOfWhichSomeDoNotMatchAreCountedAgainAndNeverReadBack() {
    transactions.begin(
        List.of(new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x"))));
    recorder.commands();

    assertThat(
            transactions.advance(
                List.of(
                    new Transition.Decide(transactionId("t1"), epoch(1)),
                    new Transition.Decide(transactionId("t2"), epoch(1)))))
        .containsExactly(MATCHED, NOT_MATCHED);
    assertThat(recorder.commands()).containsExactly("update", "update", "update");
  }

  @Test
  void aStatusIsChangedInOneCommandAndRefusedInTwo() {
    accounts.change(accountId("A"), StatusChange.FREEZE);
    assertThat(recorder.commands()).containsExactly("findAndModify");

    accounts.change(accountId("A"), StatusChange.CLOSE);
    assertThat(recorder.commands()).containsExactly("findAndModify", "find");
  }

  @Test
  void aHoldThatItsAccountWouldTakeByNowIsSentAgainUntilItDoes() {
    accounts.hold(List.of(leg("before", debit("A", usd("100")))));
    recorder.commands();
    AccountRepository other = FRESH.store().accounts();
    recorder.afterEach(
        "update", () -> other.release(List.of(leg("before", debit("A", usd("100"))))));

    assertThat(accounts.hold(TRANSFER.subList(0, 1))).containsExactly(AccountHoldOutcome.held());
    assertThat(recorder.commands()).containsExactly("update", "find", "update");
  }
}
