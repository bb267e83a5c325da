package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountRanges;
import io.twophase.domain.account.RangeChange;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Transaction;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;

/** How a message changes the one document that it writes, and what it is answered. */
final class Store {

  /**
   * What became of a message.
   *
   * @param stored the document after it
   * @param answer to its sender
   */
  record Delivery<T>(T stored, Object answer) {}

  private final Scene scene;

  Store(Scene scene) {
    this.scene = scene;
  }

  Delivery<Option<BatchRecord>> deliver(Message.OfRecord message, Option<BatchRecord> stored) {
    if (message instanceof Message.Change change) {
      return stored
          .flatMap(record -> changed(change.transition(), record))
          .map(moved -> new Delivery<>(Option.some(moved), MatchOutcome.MATCHED))
          .getOrElse(() -> new Delivery<>(stored, MatchOutcome.NOT_MATCHED));
    }
    if (stored.isDefined()) {
      return new Delivery<>(stored, BeginOutcome.ID_TAKEN);
    }
    BatchRecord first =
        message instanceof Message.InsertRecord insert
            ? insert.first()
            : BatchRecord.tombstone(message.batch(), Fixtures.NOW);
    return new Delivery<>(Option.some(first), BeginOutcome.BEGUN);
  }

  private Option<BatchRecord> changed(BatchTransition transition, BatchRecord record) {
    BatchTransition asked = transition;
    if (transition instanceof BatchTransition.Decide decide
        && scene.lacks(Flaw.DECIDES_WITHOUT_EXCLUSIONS)) {
      asked =
          new BatchTransition.Decide(
              decide.batch(), decide.epoch(), record.excluded(), decide.verdict());
    }
    return asked.apply(record, Fixtures.NOW).toOption();
  }

  Delivery<TransferLookup> deliver(Message.OfTransfer message, TransferLookup stored) {
    if (message instanceof Message.InsertMember insert) {
      return stored.body().isDefined()
          ? new Delivery<>(stored, BeginOutcome.ID_TAKEN)
          : new Delivery<>(new TransferLookup.OfBatch(insert.document()), BeginOutcome.BEGUN);
    }
    if (message instanceof Message.TakeMember take) {
      return taken(
          stored, take.free(), new TransferLookup.OfBatch(take.free().takenBy(take.into())));
    }
    if (message instanceof Message.TakeAlone take) {
      return taken(stored, take.free(), new TransferLookup.Lone(take.record()));
    }
    return lone(((Message.LoneRecord) message).message(), stored);
  }

  private Delivery<TransferLookup> taken(
      TransferLookup stored, MemberDocument free, TransferLookup becomes) {
    boolean isFree =
        stored.equals(new TransferLookup.OfBatch(free))
            || (scene.lacks(Flaw.TAKES_WHATEVER_IT_NAMES) && stored.body().isDefined());
    return isFree
        ? new Delivery<>(becomes, MatchOutcome.MATCHED)
        : new Delivery<>(stored, MatchOutcome.NOT_MATCHED);
  }

  private static Delivery<TransferLookup> lone(
      io.twophase.domain.explorer.model.Message message, TransferLookup stored) {
    boolean isOfBatch = stored.member().isDefined();
    if (isOfBatch) {
      return new Delivery<>(
          stored,
          message instanceof io.twophase.domain.explorer.model.Message.Change
              ? new io.twophase.domain.protocol.Event.Moved(MatchOutcome.NOT_MATCHED)
              : new io.twophase.domain.protocol.Event.Inserted(BeginOutcome.ID_TAKEN));
    }
    Option<Transaction> record = stored.alone();
    io.twophase.domain.explorer.model.Store.Delivery delivered =
        new io.twophase.domain.explorer.model.Store(record, HashMap.empty()).deliver(message);
    return new Delivery<>(
        delivered
            .store()
            .record()
            .<TransferLookup>map(TransferLookup.Lone::new)
            .getOrElse(TransferLookup.Absent::new),
        delivered.answer());
  }

  Delivery<Option<Account>> deliver(
      io.twophase.domain.explorer.model.Message.OnAccount message, Option<Account> stored) {
    io.twophase.domain.explorer.model.Store.Delivery delivered =
        new io.twophase.domain.explorer.model.Store(
                Option.none(), HashMap.of(message.leg().account(), stored.get()))
            .deliver(message);
    return new Delivery<>(
        Option.some(delivered.store().account(message.leg())), delivered.answer());
  }

  Delivery<Option<Account>> deliver(BatchId batch, RangeRequest request, Option<Account> stored) {
    return request.fold(new OnAccount(batch, stored));
  }

  private HoldLimit limit(Account account) {
    return account.holds().containsKey(Scene.OTHER) ? new HoldLimit(1) : HoldLimit.NONE;
  }

  private final class OnAccount implements RangeRequest.Cases<Delivery<Option<Account>>> {

    private final BatchId batch;
    private final Option<Account> stored;

    OnAccount(BatchId batch, Option<Account> stored) {
      this.batch = batch;
      this.stored = stored;
    }

    @Override
    public Delivery<Option<Account>> hold(RangeRequest.Hold request) {
      return scene.lacks(Flaw.HOLDS_LESS_AT_ANY_BOUNDS) ? loose(request) : changed(request);
    }

    private Delivery<Option<Account>> loose(RangeRequest.Hold request) {
      return counted(
          stored.flatMap(
              account -> {
                RangeHold asked = new RangeHold(batch, request.epoch(), request.range());
                Range range = request.range();
                RangeHold guarded =
                    new RangeHold(
                        batch, request.epoch(), Range.whole(range.debit(), range.credit()));
                return AccountRanges.hold(account, guarded, request.currency(), limit(account))
                    .toOption()
                    .map(held -> with(held, asked));
              }));
    }

    private Account with(Account held, RangeHold hold) {
      return new Account(
          held.opening(),
          held.balance(),
          held.available(),
          held.receivable(),
          held.status(),
          held.holds(),
          held.documentHolds(),
          held.ranges().put(hold.batch(), hold));
    }

    @Override
    public Delivery<Option<Account>> look(RangeRequest.Look request) {
      return new Delivery<>(
          stored,
          new RangeReply.Seen(
              RangeLook.of(
                  request.account(),
                  stored,
                  batch,
                  request.currency(),
                  stored.map(Store.this::limit).getOrElse(HoldLimit.NONE))));
    }

    @Override
    public Delivery<Option<Account>> stamp(RangeRequest.Stamp request) {
      return scene.lacks(Flaw.STAMPS_ANY_HOLD)
          ? changed(
              new RangeRequest.Stamp(
                  request.account(), mine().getOrElse(request.read()), request.epoch()))
          : changed(request);
    }

    @Override
    public Delivery<Option<Account>> settle(RangeRequest.Settle request) {
      boolean isReduced =
          mine().exists(hold -> hold.range().had().isDefined() || hold.range().could().isDefined());
      if (scene.lacks(Flaw.COMPUTES_WHAT_IS_HELD) && isReduced) {
        return counted(Option.none());
      }
      Epoch epoch =
          scene.lacks(Flaw.SETTLES_AT_ANY_EPOCH)
              ? mine().map(RangeHold::epoch).getOrElse(request.epoch())
              : request.epoch();
      return changed(new RangeRequest.Settle(request.account(), epoch, request.net()));
    }

    @Override
    public Delivery<Option<Account>> release(RangeRequest.Release request) {
      return changed(request);
    }

    @Override
    public Delivery<Option<Account>> withdraw(RangeRequest.Withdraw request) {
      return changed(request);
    }

    private Delivery<Option<Account>> changed(RangeRequest request) {
      return counted(
          stored.flatMap(account -> request.fold(new RangeChange(batch, account, limit(account)))));
    }

    private Option<RangeHold> mine() {
      return stored.flatMap(account -> account.ranges().get(batch));
    }

    private Delivery<Option<Account>> counted(Option<Account> changed) {
      return new Delivery<>(
          changed.orElse(stored),
          new RangeReply.Counted(
              changed.isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED));
    }
  }
}
