package io.twophase.app.batch;

import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one run at a batch knows of the accounts that keep it from going on. Not thread-safe. */
final class AccountNotes {

  private final Set<AccountId> cleared = new HashSet<>();
  private final Set<AccountId> overtaken = new HashSet<>();
  private boolean isPatient = true;
  private boolean isApartInVain;
  private Option<StoreException> fault = Option.none();

  /** The accounts that are asked for less than all, for the first time: each is noted. */
  List<AccountId> toClear(List<RangeRequest> requests) {
    List<AccountId> tight = new ArrayList<>(0);
    for (RangeRequest request : requests) {
      if (isReduced(request) && cleared.add(request.account())) {
        tight.add(request.account());
      }
    }
    return tight;
  }

  void notCleared(Collection<AccountId> accounts) {
    cleared.removeAll(accounts);
  }

  private static boolean isReduced(RangeRequest request) {
    return request instanceof RangeRequest.Hold hold && hold.range().isReduced();
  }

  /** Notes which accounts have changed between the look and the hold for what it showed. */
  void note(List<RangeCall> calls, List<RangeReply> replies) {
    for (int at = 0; at < calls.size(); at++) {
      RangeRequest request = calls.get(at).request();
      if (isReduced(request)
          && replies.get(at).equals(new RangeReply.Counted(MatchOutcome.NOT_MATCHED))) {
        overtaken.add(request.account());
      }
    }
  }

  /** Whether a step looks once more at an account that was overtaken. */
  boolean isOvertaken(BatchStep step) {
    return isPatient
        && !overtaken.isEmpty()
        && step instanceof BatchStep.OnAccounts on
        && on.requests().stream().anyMatch(this::isLookAgain);
  }

  private boolean isLookAgain(RangeRequest request) {
    return request instanceof RangeRequest.Look && overtaken.contains(request.account());
  }

  /** Accounts that are overtaken are waited for no more. */
  void losePatience() {
    isPatient = false;
  }

  /** Whether the request looks at an account that is waited for no more. */
  boolean isLeft(RangeRequest request) {
    return !isPatient && isLookAgain(request);
  }

  /** Whether asking accounts one by one may tell a damaged account from the others. */
  boolean mayAskApart() {
    return !isApartInVain;
  }

  void askedApartInVain() {
    isApartInVain = true;
  }

  void met(StoreException met) {
    fault = Option.some(met);
  }

  /** The last fault of one account that others did not share. */
  Option<StoreException> fault() {
    return fault;
  }
}
