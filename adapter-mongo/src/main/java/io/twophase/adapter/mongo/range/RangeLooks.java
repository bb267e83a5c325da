package io.twophase.adapter.mongo.range;

import io.twophase.adapter.mongo.account.AccountAdoption;
import io.twophase.adapter.mongo.account.AccountReader;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What batches see of accounts: one command for all. That an account takes no hold refuses
 * transfers, so that is confirmed by a majority; whatever else is seen only says what to ask next,
 * and the guard of that is what counts. An account of the tutorial that would take a hold is
 * adopted here.
 */
final class RangeLooks {

  private static final RangeReply IN_DOUBT = new RangeReply.Counted(MatchOutcome.IN_DOUBT);

  private final AccountReader accounts;
  private final AccountAdoption adoption;
  private final HoldLimit limit;

  RangeLooks(AccountReader accounts, AccountAdoption adoption, HoldLimit limit) {
    this.accounts = accounts;
    this.adoption = adoption;
    this.limit = limit;
  }

  /** One answer for each, in their order; all in doubt if a write that had to follow is. */
  List<RangeReply> look(List<RangeCall> calls) {
    Map<AccountId, StoredAccount> seen =
        accounts.byId(calls.stream().map(RangeCall::account).toList());
    return Answer.ofFollowUp(() -> looks(calls, seen))
        .map(looks -> looks.stream().<RangeReply>map(RangeReply.Seen::new).toList())
        .getOrElse(calls.stream().map(call -> IN_DOUBT).toList());
  }

  private Answer<List<RangeLook>> looks(List<RangeCall> calls, Map<AccountId, StoredAccount> seen) {
    List<RangeLook> looks = new ArrayList<>(calls.size());
    List<StoredAccount> taking = new ArrayList<>();
    for (RangeCall call : calls) {
      Option<StoredAccount> stored = Option.of(seen.get(call.account()));
      RangeLook look = of(call, stored);
      if (look instanceof RangeLook.Never) {
        stored = accounts.confirmed(call.account(), stored);
        look = of(call, stored);
      }
      looks.add(look);
      if (look instanceof RangeLook.Bounds) {
        stored.forEach(taking::add);
      }
    }
    return adopted(taking).map(adopted -> looks);
  }

  private RangeLook of(RangeCall call, Option<StoredAccount> stored) {
    return stored
        .<RangeLook>flatMap(
            there ->
                there.fold(
                    current -> Option.none(),
                    tutorial -> Option.none(),
                    unreadable ->
                        Option.some(
                            new RangeLook.Never(
                                new HoldRefusal.AccountCorrupt(
                                    call.account(), unreadable.fault())))))
        .getOrElse(
            () ->
                RangeLook.of(
                    call.account(),
                    stored.flatMap(StoredAccount::account),
                    call.batch(),
                    ((RangeRequest.Look) call.request()).currency(),
                    limit));
  }

  private Answer<Integer> adopted(List<StoredAccount> taking) {
    List<StoredAccount.Tutorial> tutorials =
        taking.stream()
            .filter(StoredAccount.Tutorial.class::isInstance)
            .map(StoredAccount.Tutorial.class::cast)
            .toList();
    return tutorials.isEmpty() ? Answer.certain(0) : adoption.adopt(tutorials);
  }
}
