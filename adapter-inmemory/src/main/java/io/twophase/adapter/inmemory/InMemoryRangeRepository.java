package io.twophase.adapter.inmemory;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountDocument;
import io.twophase.domain.account.RangeChange;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.RangeRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;

/**
 * The ranges of the accounts that {@link InMemoryAccountRepository} has. Each change is a
 * compare-and-set on one account, of what {@link RangeChange} makes of it. Nothing here is ever in
 * doubt or unreachable.
 */
final class InMemoryRangeRepository implements RangeRepository {

  private final ConcurrentMap<AccountId, Stored<AccountDocument>> accounts;
  private final HoldLimit limit;

  InMemoryRangeRepository(
      ConcurrentMap<AccountId, Stored<AccountDocument>> accounts, HoldLimit limit) {
    this.accounts = accounts;
    this.limit = limit;
  }

  @Override
  public List<RangeReply> ask(List<RangeCall> calls) {
    List<RangeReply> replies = new ArrayList<>(calls.size());
    for (RangeCall call : calls) {
      replies.add(
          call.request() instanceof RangeRequest.Look look
              ? new RangeReply.Seen(look(call, look))
              : new RangeReply.Counted(change(call)));
    }
    return replies;
  }

  private RangeLook look(RangeCall call, RangeRequest.Look look) {
    Option<Account> account =
        Option.of(accounts.get(call.account())).map(stored -> stored.value().account());
    return RangeLook.of(call.account(), account, call.batch(), look.currency(), limit);
  }

  private MatchOutcome change(RangeCall call) {
    Stored<AccountDocument> stored = accounts.get(call.account());
    boolean isMatched =
        stored != null && stored.change(document -> changed(document, call)).isRight();
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  private Either<RangeCall, AccountDocument> changed(AccountDocument document, RangeCall call) {
    return call.request()
        .fold(new RangeChange(call.batch(), document.account(), limit))
        .map(document::with)
        .toEither(call);
  }
}
