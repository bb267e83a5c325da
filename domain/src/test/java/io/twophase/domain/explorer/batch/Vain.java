package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;

/** Which messages, if they come late, can never change anything any more: as good as lost. */
record Vain(boolean retains) {

  boolean is(Message.OfRecord message, Option<BatchRecord> record) {
    if (record.isEmpty()) {
      return false;
    }
    return message instanceof Message.Change change
        ? change.transition().fold(new OfTransition(record.get()))
        : !retains;
  }

  /** Epochs and exclusions only grow, and no state comes again. */
  private record OfTransition(BatchRecord record) implements BatchTransition.Cases<Boolean> {

    private boolean isOver(io.twophase.domain.id.Epoch epoch) {
      return record.state() != State.PENDING || epoch.olderThan(record.epoch());
    }

    @Override
    public Boolean takeOver(BatchTransition.TakeOver transition) {
      return isOver(transition.expected());
    }

    @Override
    public Boolean decide(BatchTransition.Decide transition) {
      return isOver(transition.epoch())
          || !transition.excluded().keySet().containsAll(record.excluded().keySet());
    }

    @Override
    public Boolean exclude(BatchTransition.Exclude transition) {
      return record.state() != State.PENDING || record.excluded().containsKey(transition.member());
    }

    @Override
    public Boolean finish(BatchTransition.Finish transition) {
      return record.state().isFinal() || record.state() == State.CANCELING;
    }

    @Override
    public Boolean beginCancel(BatchTransition.BeginCancel transition) {
      return isOver(transition.epoch());
    }

    @Override
    public Boolean finishCancel(BatchTransition.FinishCancel transition) {
      return record.state().isFinal() || record.state() == State.APPLIED;
    }
  }

  boolean is(Message.OfTransfer message, TransferLookup transfer) {
    if (transfer.body().isEmpty()) {
      return false;
    }
    if (message instanceof Message.TakeMember take) {
      return isNot(transfer, take.free());
    }
    if (message instanceof Message.TakeAlone take) {
      return isNot(transfer, take.free());
    }
    if (message instanceof Message.LoneRecord lone
        && lone.message() instanceof io.twophase.domain.explorer.model.Message.Change change) {
      return isVain(change.transition(), transfer);
    }
    return !retains;
  }

  private static boolean isNot(TransferLookup transfer, MemberDocument free) {
    return !transfer.equals(new TransferLookup.OfBatch(free));
  }

  private static boolean isVain(Transition transition, TransferLookup transfer) {
    Option<Transaction> record = transfer.alone();
    return record.exists(
        read ->
            read.state().isFinal()
                || transition.fromEpoch().exists(epoch -> epoch.olderThan(read.epoch())));
  }
}
