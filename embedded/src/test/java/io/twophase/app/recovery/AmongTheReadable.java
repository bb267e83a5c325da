package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.audit.Finding;
import io.twophase.app.recovery.Recovery.RecoveryRounds;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The suites on unreadable documents share a hundred accounts, and words. */
abstract class AmongTheReadable {

  static final int GOOD = 100;
  static final Duration TWO_DAYS = Duration.ofDays(2);

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();
  final MongoDamage damage = new MongoDamage(FRESH);
  private final Optional<ReceiptPeriod> receipts;
  Store store;
  TwoPhase host;

  AmongTheReadable(Optional<ReceiptPeriod> receipts) {
    this.receipts = receipts;
  }

  @BeforeEach
  void begin() {
    store = damage.store(receipts);
    host = TwoPhase.over(store).build();
    for (int at = 0; at < GOOD; at++) {
      host.accounts().open(account("A" + at).opening(cents(1_000)));
    }
    host.events().turnOn();
    host.evidence().turnOn();
  }

  @AfterEach
  void end() {
    host.close();
  }

  static TransferRequest request(String id, int at) {
    return new TransferRequest(
        transactionId(id), accountId("A" + at), accountId("A" + (at + 1) % GOOD), cents(1));
  }

  static List<TransferRequest> requests(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(at -> request(prefix + at, at)).toList();
  }

  /** A hundred lone transactions that are done. */
  void loneDone() {
    for (TransferRequest each : requests("lone", GOOD)) {
      assertThat(host.transfers().transfer(each).isApplied()).isTrue();
    }
  }

  /** A hundred lone transactions and ten batches that are done. */
  void done() {
    loneDone();
    for (int batch = 0; batch < 10; batch++) {
      assertThat(host.transfers().transferAll(requests("of" + batch + "-", 5), Order.ANY))
          .allMatch(TransactionOutcome::isApplied);
    }
  }

  /** Numbers what is done, and grows the tree of evidence by it. */
  void number() {
    host.events().number();
    host.evidence().grow();
  }

  static List<String> unreadable(List<Recovered> recovered) {
    return recovered.stream()
        .filter(Recovered.Unreadable.class::isInstance)
        .map(Recovered::id)
        .toList();
  }

  static Set<String> finished(List<Recovered> recovered) {
    return recovered.stream()
        .filter(Recovered::isFinished)
        .map(Recovered::id)
        .collect(Collectors.toSet());
  }

  /** What two days later one pass reports. */
  List<Recovered> pass() {
    damage.timePasses(TWO_DAYS);
    return Books.recover(host, RecoveryWorld.AS_EVER);
  }

  /** What the rounds of a daemon report, until nothing more is removed. */
  List<Recovered> rounds() {
    List<Recovered> reported = new ArrayList<>();
    RecoveryRounds rounds = new RecoveryRounds(host.recovery(), RecoveryWorld.AS_EVER);
    for (int round = 0; round < 5; round++) {
      rounds.next(reported::add);
    }
    return reported;
  }

  boolean isThere(String id) {
    return !(host.transactions().find(transactionId(id)) instanceof TransactionLookup.Absent);
  }

  RecordId batchOf(String member) {
    return store
        .records()
        .findMembers(List.of(transactionId(member)))
        .get(0)
        .decider()
        .orElseThrow();
  }

  List<Finding> findings() {
    return host.audit().run().findings();
  }
}
