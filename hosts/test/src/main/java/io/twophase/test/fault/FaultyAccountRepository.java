package io.twophase.test.fault;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.List;

/** Accounts whose writes go wrong where {@link Faults} are planned. */
final class FaultyAccountRepository extends ForwardingAccounts {

  private final Faults faults;

  FaultyAccountRepository(AccountRepository sound, Faults faults) {
    super(sound);
    this.faults = faults;
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return faults.strike(
        WriteKind.OPEN,
        openings,
        opening -> Touch.of(WriteKind.OPEN, opening.id()),
        super::open,
        new OpenOutcome.InDoubt());
  }

  @Override
  public StatusOutcome change(AccountId account, StatusChange change) {
    return faults
        .<AccountId, StatusOutcome>strike(
            WriteKind.CHANGE,
            List.of(account),
            id -> Touch.of(WriteKind.CHANGE, id),
            ids -> List.of(super.change(ids.get(0), change)),
            new StatusOutcome.InDoubt())
        .get(0);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    return strike(WriteKind.HOLD, legs, super::hold, AccountHoldOutcome.inDoubt());
  }

  @Override
  public List<MatchOutcome> stamp(List<Leg> legs) {
    return strike(WriteKind.STAMP, legs, super::stamp, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return strike(WriteKind.SETTLE, legs, super::settle, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> release(List<Leg> legs) {
    return strike(WriteKind.RELEASE, legs, super::release, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> withdraw(List<Leg> legs) {
    return strike(WriteKind.WITHDRAW, legs, super::withdraw, MatchOutcome.IN_DOUBT);
  }

  private <O> List<O> strike(WriteKind kind, List<Leg> legs, Call.Write<Leg, O> write, O inDoubt) {
    return faults.strike(kind, legs, leg -> Touch.of(kind, leg.account()), write, inDoubt);
  }
}
