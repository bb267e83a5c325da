package io.twophase.cli.demo.crash;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Accounts, as a process reaches them that may be killed after any write. */
public final class CrashingAccounts implements AccountRepository {

  private final AccountRepository real;
  private final ProcessLife life;

  public CrashingAccounts(AccountRepository real, ProcessLife life) {
    this.real = real;
    this.life = life;
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    return real.open(openings);
  }

  @Override
  public List<AccountLookup> find(List<AccountId> ids) {
    return real.find(ids);
  }

  @Override
  public AccountLookup findLatest(AccountId id) {
    return real.findLatest(id);
  }

  @Override
  public void scan(Consumer<AccountLookup> consumer) {
    real.scan(consumer);
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return real.change(id, change);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    return life.oneByOne(
        legs,
        real::hold,
        leg ->
            outcome ->
                write(
                    leg,
                    WriteKind.HOLD_DEBIT,
                    WriteKind.HOLD_CREDIT,
                    outcome instanceof AccountHoldOutcome.Held));
  }

  @Override
  public List<MatchOutcome> stamp(List<Leg> legs) {
    return life.oneByOne(legs, real::stamp, matched(WriteKind.STAMP, WriteKind.STAMP));
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return life.oneByOne(
        legs, real::settle, matched(WriteKind.SETTLE_DEBIT, WriteKind.SETTLE_CREDIT));
  }

  @Override
  public List<MatchOutcome> release(List<Leg> legs) {
    return life.oneByOne(legs, real::release, matched(WriteKind.RELEASE, WriteKind.RELEASE));
  }

  @Override
  public List<MatchOutcome> withdraw(List<Leg> legs) {
    return life.oneByOne(legs, real::withdraw, matched(WriteKind.WITHDRAW, WriteKind.WITHDRAW));
  }

  private static Function<Leg, Function<MatchOutcome, Write>> matched(
      WriteKind debit, WriteKind credit) {
    return leg -> outcome -> write(leg, debit, credit, outcome == MatchOutcome.MATCHED);
  }

  private static Write write(Leg leg, WriteKind taking, WriteKind bringing, boolean matched) {
    WriteKind kind = leg.operation().fold(debit -> taking, credit -> bringing);
    return new Write(kind, leg.account().value(), matched);
  }
}
