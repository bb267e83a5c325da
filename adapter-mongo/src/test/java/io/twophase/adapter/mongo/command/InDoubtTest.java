package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.network.Cutting.Cut.AFTER_THE_SERVER_HAS_DONE_IT;
import static io.twophase.adapter.mongo.network.Cutting.Cut.BEFORE_THE_SERVER_HAS_IT;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.adapter.mongo.testing.Transfers.holds;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.network.Cutting;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that is lost leaves an answer in doubt, whether or not the write was made. */
class InDoubtTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** Longer than a server that is there takes to be found, however busy the machine is. */
  private static final String FOUND_WITHIN = "serverSelectionTimeoutMS=10000";

  private static final List<Placing> TRANSFER = holds("t1");

  private final Holding there = new Holding(FRESH.store());
  private final Cutting cutting = new Cutting();
  @AutoClose private Proxy proxy;
  @AutoClose private MongoClient client;
  private MongoStore store;
  private Holding holding;

  @BeforeEach
  void openTwoAccountsAndGoThroughTheProxy() {
    Transfers.open(there.store());
    proxy = Proxy.before(Servers.address(Servers.inProcessUri()), cutting);
    client = proxy.client(FOUND_WITHIN);
    store = FRESH.store(client);
    holding = new Holding(store);
  }

  private String address() {
    return new ConnectionString(proxy.uri()).getHosts().get(0);
  }

  private void cut(Cut cut, String command) {
    cutting.cut(cut, command, 0, 1);
  }

  @ParameterizedTest
  @EnumSource
  void holdsAndTheirEndsAreInDoubtAndCanBeAskedAgain(Cut cut) {
    cut(cut, "update");
    assertThat(holding.place(TRANSFER)).containsOnly(Answer.inDoubt()).hasSize(2);
    assertThat(there.account("A").holds().size() + there.account("B").holds().size())
        .isEqualTo(cut == AFTER_THE_SERVER_HAS_DONE_IT ? 2 : 0);

    there.place(TRANSFER);
    cut(cut, "update");
    assertThat(holding.settle(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT).hasSize(2);
    holding.settle(TRANSFER);
    assertThat(there.account("A").balance().minor()).isEqualTo(95_00);
    assertThat(there.account("B").balance().minor()).isEqualTo(5_00);

    List<Placing> other = there.held(holds("t2"));
    cut(cut, "update");
    assertThat(holding.stamp(other, 2)).containsOnly(MatchOutcome.IN_DOUBT);
    cut(cut, "update");
    assertThat(holding.withdraw(other)).containsOnly(MatchOutcome.IN_DOUBT);
    cut(cut, "update");
    assertThat(holding.release(other)).containsOnly(MatchOutcome.IN_DOUBT);
  }

  @ParameterizedTest
  @EnumSource
  void recordsAndAccountsAreBegunAndChangedInDoubt(Cut cut) {
    boolean isDone = cut == AFTER_THE_SERVER_HAS_DONE_IT;
    cut(cut, "insert");
    assertThat(store.records().insert(List.of(begun("t1"))))
        .containsExactly(List.of(BeginOutcome.IN_DOUBT));
    assertThat(there.store().records().find(List.of(begun("t1").id())).get(0).kind())
        .isEqualTo(isDone ? Lookup.Kind.FOUND : Lookup.Kind.ABSENT);
    there.store().records().insert(List.of(begun("t1")));
    cut(cut, "update");
    assertThat(store.records().move(List.of(decide("t1", 1))))
        .containsExactly(MatchOutcome.IN_DOUBT);

    cut(cut, "insert");
    assertThat(store.accounts().open(List.of(account("C").opening(usd("1")))))
        .containsExactly(new OpenOutcome.InDoubt());
    cut(cut, "findAndModify");
    assertThat(store.accounts().change(accountId("A"), StatusChange.FREEZE))
        .isEqualTo(new StatusOutcome.InDoubt());
    assertThat(there.account("A").status())
        .isEqualTo(isDone ? AccountStatus.FROZEN : AccountStatus.ACTIVE);
  }

  @Test
  void whatComesAfterABatchInDoubtIsNotSent() {
    List<String> names = IntStream.range(0, 50).mapToObj(n -> "C" + n).toList();
    there.store().accounts().open(names.stream().map(it -> account(it).opening(usd("1"))).toList());
    List<Placing> asked =
        IntStream.range(0, 2_500).mapToObj(n -> Requests.credit("t" + n, "C" + n % 50, 1)).toList();
    cutting.cut(BEFORE_THE_SERVER_HAS_IT, "update", 1, 1);

    List<Answer> answers = holding.place(asked);

    assertThat(answers.subList(0, 1_000)).extracting(Answer::kind).containsOnly(Answer.Kind.HELD);
    assertThat(answers.subList(1_000, 2_500)).containsOnly(Answer.inDoubt());
    assertThat(names).allSatisfy(it -> assertThat(there.account(it).holds()).hasSize(20));
  }

  @Test
  void aRefusalThatCannotBeExplainedIsInDoubt() {
    cutting.cut(BEFORE_THE_SERVER_HAS_IT, "find", 0, 10);

    assertThat(holding.place(Requests.debit("t1", "A", 500_00))).isEqualTo(Answer.inDoubt());
    assertThat(holding.place(TRANSFER.get(1)).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(holding.release(TRANSFER)).containsOnly(MatchOutcome.IN_DOUBT);
  }

  @Test
  void aServerThatIsGoneIsUnavailableOnceThatIsKnown() {
    try (MongoClient impatient = proxy.client("serverSelectionTimeoutMS=3000")) {
      Holding gone = new Holding(FRESH.store(impatient));
      proxy.close();
      gone.place(TRANSFER);

      assertThatThrownBy(() -> gone.place(TRANSFER))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageStartingWith("MongoDB at " + address() + " cannot be reached: ");
    }
  }

  /** Of {@code timeoutMS} the driver throws an exception that may be of any moment. */
  @Test
  void aServerThatIsGoneIsUnavailableWithALimitOfTheDriverToo() {
    try (MongoClient limited = proxy.client("timeoutMS=2000&serverSelectionTimeoutMS=3000")) {
      Holding gone = new Holding(FRESH.store(limited));
      proxy.close();
      gone.place(TRANSFER);

      assertThatThrownBy(() -> gone.store().records().insert(List.of(begun("t1"))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageStartingWith("MongoDB at " + address() + " cannot be reached: ");
      assertThatThrownBy(() -> gone.place(TRANSFER)).isInstanceOf(StoreUnavailableException.class);
    }
  }
}
