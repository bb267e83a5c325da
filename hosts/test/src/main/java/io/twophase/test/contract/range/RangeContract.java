package io.twophase.test.contract.range;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What tests of ranges say: accounts with cents, and requests of batches. */
public abstract class RangeContract {

  static final BatchId BATCH = new BatchId("batch:1");

  private final Supplier<RangeStore> fresh;
  private RangeStore store;

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected RangeContract(Supplier<RangeStore> fresh) {
    this.fresh = fresh;
  }

  @BeforeEach
  final void begin() {
    store = fresh.get();
  }

  final RangeStore store() {
    return store;
  }

  final void open(String id, long balance, long ceiling) {
    assertThat(
            store
                .accounts()
                .open(List.of(account(id).ceiling(cents(ceiling)).opening(cents(balance)))))
        .containsExactly(new OpenOutcome.Opened());
  }

  final Account read(String id) {
    AccountLookup lookup = store.accounts().find(List.of(accountId(id))).get(0);
    Account account = ((AccountLookup.Found) lookup).account();
    assertThat(AccountFigures.fault(account)).isEmpty();
    return account;
  }

  final void hasFigures(String id, long balance, long available, long receivable) {
    Account account = read(id);
    assertThat(List.of(account.balance(), account.available(), account.receivable()))
        .containsExactly(balance, available, receivable);
  }

  static RangeHold heldAt(long epoch, Range range) {
    return new RangeHold(BATCH, epoch(epoch), range);
  }

  static RangeRequest hold(String account, long epoch, Range range) {
    return new RangeRequest.Hold(accountId(account), epoch(epoch), range, USD);
  }

  static RangeRequest settle(String account, long epoch, long net) {
    return new RangeRequest.Settle(accountId(account), epoch(epoch), net);
  }

  static RangeRequest stamp(String account, RangeHold read, long epoch) {
    return new RangeRequest.Stamp(accountId(account), read, epoch(epoch));
  }

  static RangeRequest release(String account) {
    return new RangeRequest.Release(accountId(account));
  }

  static RangeRequest withdraw(String account, long epoch) {
    return new RangeRequest.Withdraw(accountId(account), epoch(epoch));
  }

  final RangeReply ask(BatchId batch, RangeRequest request) {
    return store.ranges().ask(List.of(new RangeCall(batch, request))).get(0);
  }

  /** Asked by a caller that knows what is held, or believes to. */
  final RangeReply ask(RangeRequest request, Range known) {
    RangeCall call = new RangeCall(BATCH, request, Option.some(known));
    return store.ranges().ask(List.of(call)).get(0);
  }

  final List<RangeReply> ask(RangeRequest... requests) {
    return store
        .ranges()
        .ask(Stream.of(requests).map(request -> new RangeCall(BATCH, request)).toList());
  }

  final boolean isMatched(BatchId batch, RangeRequest request) {
    return ask(batch, request).equals(new RangeReply.Counted(MatchOutcome.MATCHED));
  }

  final void matches(RangeRequest request) {
    assertThat(ask(BATCH, request)).isEqualTo(new RangeReply.Counted(MatchOutcome.MATCHED));
  }

  final void matchesNothing(RangeRequest request) {
    assertThat(ask(BATCH, request)).isEqualTo(new RangeReply.Counted(MatchOutcome.NOT_MATCHED));
  }

  final RangeLook look(String account) {
    RangeReply reply = ask(BATCH, new RangeRequest.Look(accountId(account), USD));
    return ((RangeReply.Seen) reply).look();
  }
}
