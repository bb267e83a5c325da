package io.twophase.app.statement;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.recovery.BeforeRemoval;
import io.twophase.app.recovery.BeforeRemoval.CarryForward;
import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Trimming;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * After each step of a random history, each account's lines add up, at every moment of it. Between
 * steps, now and then, a pass of retention removes most of what is finished: it holds back some,
 * and dies before it removes.
 */
class StatementHistoryTest implements BeforeRemoval {

  private static final List<String> NAMES = List.of("A", "B", "C", "D");
  private static final int STEPS = 40;
  private static final Duration KEPT = Duration.ofMillis(1);

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private final Random random = Seed.random("StatementHistoryTest");
  private final Map<AccountId, Map<TransactionId, Long>> happened = new HashMap<>();
  private final List<TransactionId> authorized = new ArrayList<>();
  private final Map<TransactionId, TransferRequest> asked = new HashMap<>();
  private TwoPhase host;
  private Retention retention;
  private long removed;
  private int count;

  @BeforeEach
  void open() {
    Store store =
        Interceptor.overriding(
            FRESH.store(),
            Records.class,
            records ->
                new Object() {
                  public Keeping keeping() {
                    return new Keeping(Optional.of(KEPT), Optional.empty(), true, false);
                  }
                });
    host = TwoPhase.over(store).build();
    retention =
        new Retention(
            store,
            () -> List.of(new CarryForward(store.carried(), new HashSet<>()), this),
            new Trimming(store));
    for (String name : NAMES) {
      happened.put(accountId(name), new HashMap<>());
      host.accounts().open(accountId(name), usd("20"));
    }
  }

  @AfterEach
  void close() {
    host.close();
  }

  @Override
  public Set<TransactionId> heldBack(RemovalPage page) {
    if (random.nextInt(5) == 0) {
      throw new StoreException("planted");
    }
    return page.ids().stream().filter(id -> random.nextInt(3) == 0).collect(Collectors.toSet());
  }

  private TransactionId nextId() {
    return transactionId("t" + count++);
  }

  private Money amount() {
    return usd(Integer.toString(1 + random.nextInt(8)));
  }

  private TransferRequest transfer() {
    int from = random.nextInt(NAMES.size());
    int to = (from + 1 + random.nextInt(NAMES.size() - 1)) % NAMES.size();
    return new TransferRequest(
        nextId(), accountId(NAMES.get(from)), accountId(NAMES.get(to)), amount());
  }

  private void moved(TransactionId id, AccountId account, long effect) {
    if (effect != 0) {
      happened.get(account).put(id, effect);
    }
  }

  private void moved(TransferRequest request, long amount) {
    moved(request.id(), request.source(), -amount);
    moved(request.id(), request.destination(), amount);
  }

  private void step() {
    switch (random.nextInt(6)) {
      case 0 -> together();
      case 1 -> ofThree();
      case 2 -> authorize();
      case 3 -> endOne();
      case 4 -> reverseOne();
      default -> one(transfer());
    }
  }

  private void one(TransferRequest request) {
    if (host.transfers().transfer(request).isApplied()) {
      asked.put(request.id(), request);
      moved(request, request.amount().minor());
    }
  }

  private void together() {
    List<TransferRequest> requests = new ArrayList<>();
    for (int n = 2 + random.nextInt(4); n > 0; n--) {
      requests.add(transfer());
    }
    List<TransactionOutcome> outcomes = host.transfers().transferAll(requests, Order.AS_GIVEN);
    for (int at = 0; at < requests.size(); at++) {
      if (outcomes.get(at).isApplied()) {
        moved(requests.get(at), requests.get(at).amount().minor());
      }
    }
  }

  private void ofThree() {
    TransactionId id = nextId();
    Money amount = amount();
    Money twice = new Money(2 * amount.minor(), amount.currency());
    boolean applied =
        host.run(
                TransactionRequest.of(id)
                    .credit(accountId("A"), amount)
                    .debit(accountId("B"), twice)
                    .credit(accountId("C"), amount))
            .isApplied();
    if (applied) {
      moved(id, accountId("A"), amount.minor());
      moved(id, accountId("B"), -twice.minor());
      moved(id, accountId("C"), amount.minor());
    }
  }

  private void authorize() {
    TransferRequest request = transfer();
    host.authorizations().authorize(request, new AuthorizationTerms(Duration.ofDays(1)));
    authorized.add(request.id());
    asked.put(request.id(), request);
  }

  /** Captures the oldest in part or in full, or voids it; nothing comes of what was refused. */
  private void endOne() {
    if (authorized.isEmpty()) {
      return;
    }
    TransferRequest request = asked.remove(authorized.remove(0));
    long captured = 1L + random.nextInt((int) request.amount().minor());
    boolean happens =
        switch (random.nextInt(3)) {
          case 0 -> {
            host.authorizations().voidAuthorization(request.id(), "not wanted");
            yield false;
          }
          case 1 -> {
            captured = request.amount().minor();
            yield isCaptured(host.authorizations().capture(request.id()));
          }
          default ->
              isCaptured(
                  host.authorizations()
                      .captureInPart(
                          request.id(), new Money(captured, request.amount().currency())));
        };
    if (happens) {
      moved(request, captured);
    }
  }

  private static boolean isCaptured(CaptureOutcome outcome) {
    return outcome instanceof CaptureOutcome.Captured;
  }

  private void reverseOne() {
    List<TransactionId> done =
        asked.keySet().stream().filter(id -> !authorized.contains(id)).sorted().toList();
    if (done.isEmpty()) {
      return;
    }
    TransferRequest request = asked.remove(done.get(random.nextInt(done.size())));
    TransactionId id = transactionId(request.id() + ":reversal");
    boolean applied =
        host.compensation().reverse(request.id(), "not wanted") instanceof ReverseOutcome.Reversed;
    if (applied) {
      moved(id, request.source(), request.amount().minor());
      moved(id, request.destination(), -request.amount().minor());
    }
  }

  /** Removes most of what is finished by now, or dies before that. */
  private void pass() {
    if (random.nextInt(3) == 0) {
      try {
        removed += retention.pass().transactions();
      } catch (StoreException planted) {
        assertThat(planted).hasMessage("planted");
      }
      assertThat(host.audit().run().findings()).isEmpty();
    }
  }

  /** What is decided of an account and on no line of its whole statement. */
  private Map<TransactionId, Long> carried(Statement whole, AccountId account) {
    Map<TransactionId, Long> carried = new HashMap<>(happened.get(account));
    whole.lines().forEach(line -> carried.remove(line.posting().transaction()));
    assertThat(whole.from().isPresent()).isEqualTo(!carried.isEmpty());
    return carried;
  }

  private Statement statement(AccountId account, Optional<Instant> from, Optional<Instant> to) {
    return ((StatementAnswer.Found) host.statements().of(account, from, to)).statement();
  }

  private void check(AccountId account) {
    Statement whole = statement(account, Optional.empty(), Optional.empty());
    Map<TransactionId, Long> shown = new HashMap<>(happened.get(account));
    Map<TransactionId, Long> carried = carried(whole, account);
    shown.keySet().removeAll(carried.keySet());
    assertThat(StatementAuditor.faults(whole, shown)).isEmpty();
    assertThat(whole.opening().minor())
        .isEqualTo(2_000 + carried.values().stream().mapToLong(effect -> effect).sum());
    assertThat(whole.certainty()).isEqualTo(Statement.Certainty.CERTAIN);
    assertThat(whole.until()).isEmpty();
    if (!whole.lines().isEmpty()) {
      checkAt(account, whole, whole.lines().get(random.nextInt(whole.lines().size())));
    }
  }

  /** What was decided before a moment and from it on are the whole. */
  private void checkAt(AccountId account, Statement whole, Statement.Line line) {
    Optional<Instant> moment = Optional.of(line.posting().position().decidedAt());
    Statement before = statement(account, Optional.empty(), moment);
    Statement after = statement(account, moment, Optional.empty());
    Statement at =
        ((StatementAnswer.Found) host.statements().at(account, moment.orElseThrow())).statement();

    assertThat(before.closing()).isEqualTo(after.opening()).isEqualTo(at.closing());
    assertThat(at.lines()).isEmpty();
    assertThat(after.closing()).isEqualTo(whole.closing());
    List<Statement.Line> both = new ArrayList<>(before.lines());
    both.addAll(after.lines());
    assertThat(both).isEqualTo(whole.lines());
    long moved = before.lines().stream().mapToLong(one -> one.posting().effect().minor()).sum();
    assertThat(before.opening().minor() + moved).isEqualTo(before.closing().minor());
  }

  @Test
  void theLinesAddUpAtEveryMoment() {
    for (int step = 0; step < STEPS; step++) {
      step();
      pass();
      check(accountId(NAMES.get(step % NAMES.size())));
    }
    NAMES.forEach(name -> check(accountId(name)));
    assertThat(happened.values()).noneMatch(Map::isEmpty);
    assertThat(removed).isPositive();
  }
}
