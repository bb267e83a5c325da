package io.twophase.app.simulation.world;

import io.twophase.domain.account.Hold;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The accounts as one process reaches them. */
final class SimulatedAccounts implements AccountRepository {

  private final AccountRepository store;
  private final World world;
  private final Wire wire;

  SimulatedAccounts(World world, Wire wire) {
    this.store = world.accounts();
    this.world = world;
    this.wire = wire;
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    throw new UnsupportedOperationException("accounts are opened before the simulation begins");
  }

  @Override
  public List<AccountLookup> find(List<AccountId> ids) {
    return wire.read("find accounts", () -> store.find(ids));
  }

  @Override
  public AccountLookup findLatest(AccountId id) {
    return wire.read("find the latest account", () -> List.of(store.findLatest(id))).get(0);
  }

  @Override
  public void scan(Consumer<AccountLookup> consumer) {
    List<AccountLookup> all = new ArrayList<>();
    wire.read(
        "scan accounts",
        () -> {
          store.scan(all::add);
          return all;
        });
    all.forEach(consumer);
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    Writing<AccountId, StatusOutcome> writing =
        new Writing<>(
            "change",
            ids -> List.of(store.change(ids.get(0), change)),
            new StatusOutcome.InDoubt(),
            world.auditor()::observeAccount,
            (element, exact) -> exact,
            true);
    return wire.write(writing, List.of(id)).get(0);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    Writing<Leg, AccountHoldOutcome> writing =
        new Writing<>(
            "hold",
            store::hold,
            AccountHoldOutcome.inDoubt(),
            this::observe,
            (leg, exact) ->
                !leg.operation().isAtMost() && isHeldAsAsked(leg)
                    ? AccountHoldOutcome.held()
                    : exact,
            mayBeRepeated("hold"));
    return wire.write(writing, legs);
  }

  @Override
  public List<MatchOutcome> stamp(List<Leg> legs) {
    return match(
        "stamp",
        store::stamp,
        (leg, exact) -> isHeldAsAsked(leg) ? MatchOutcome.MATCHED : exact,
        legs);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return match("settle", store::settle, (leg, exact) -> MatchOutcome.MATCHED, legs);
  }

  @Override
  public List<MatchOutcome> release(List<Leg> legs) {
    return match("release", store::release, (leg, exact) -> MatchOutcome.MATCHED, legs);
  }

  @Override
  public List<MatchOutcome> withdraw(List<Leg> legs) {
    return match("withdraw", store::withdraw, (leg, exact) -> MatchOutcome.MATCHED, legs);
  }

  private List<MatchOutcome> match(
      String name,
      Function<List<Leg>, List<MatchOutcome>> effect,
      Writing.Vague<Leg, MatchOutcome> vague,
      List<Leg> legs) {
    Writing<Leg, MatchOutcome> writing =
        new Writing<>(
            name, effect, MatchOutcome.IN_DOUBT, this::observe, vague, mayBeRepeated(name));
    return wire.write(writing, legs);
  }

  /** By rule 4, all but holds and stamps may arrive once more at any time. */
  private boolean mayBeRepeated(String name) {
    boolean allowed = !name.equals("hold") && !name.equals("stamp");
    return allowed || world.setup().repeated().contains(name);
  }

  private void observe(Leg leg) {
    world.auditor().observeAccount(leg.account());
  }

  private boolean isHeldAsAsked(Leg leg) {
    Hold asked =
        new Hold(
            leg.transaction(),
            leg.epoch(),
            leg.operation().direction(),
            leg.operation().amount().minor());
    return store.find(List.of(leg.account())).get(0) instanceof AccountLookup.Found found
        && found.account().holds().get(leg.transaction()).contains(asked);
  }
}
