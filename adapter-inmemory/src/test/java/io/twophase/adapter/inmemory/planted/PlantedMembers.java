package io.twophase.adapter.inmemory.planted;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Repositories of transactions that show members of batches as what they are not. */
final class PlantedMembers {

  private PlantedMembers() {}

  private static boolean isMember(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Found found && found.batch().isDefined();
  }

  static final class MembersAreAbsent extends ForwardingTransactions {
    MembersAreAbsent(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<TransactionLookup> find(List<TransactionId> ids) {
      return super.find(ids).stream()
          .map(
              lookup ->
                  isMember(lookup)
                      ? new TransactionLookup.Absent(
                          ((TransactionLookup.Found) lookup).record().id())
                      : lookup)
          .toList();
    }
  }

  static final class MembersLookLone extends ForwardingTransactions {
    MembersLookLone(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public TransactionLookup findLatest(TransactionId id) {
      TransactionLookup lookup = super.findLatest(id);
      return lookup instanceof TransactionLookup.Found found
          ? new TransactionLookup.Found(found.record(), found.unmodifiedFor())
          : lookup;
    }
  }

  static final class ScanForgetsMembers extends ForwardingTransactions {
    ScanForgetsMembers(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public void scan(Consumer<TransactionLookup> consumer) {
      super.scan(
          lookup -> {
            if (!isMember(lookup)) {
              consumer.accept(lookup);
            }
          });
    }
  }

  static final class LatestOfAStateShowsMembers extends ForwardingTransactions {
    LatestOfAStateShowsMembers(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<TransactionLookup> latest(TransactionQuery query) {
      return super.latest(new TransactionQuery(Option.none(), query.account(), query.limit()));
    }
  }

  static final class UnfinishedShowsMembers extends ForwardingTransactions {
    UnfinishedShowsMembers(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<TransactionLookup> unfinished(UnfinishedQuery query) {
      List<TransactionLookup> all = new ArrayList<>();
      scan(all::add);
      return all.stream()
          .filter(
              lookup ->
                  lookup instanceof TransactionLookup.Found found
                      && found.record().state() == State.PENDING)
          .toList();
    }
  }

  static final class TransitionsMatchMembers extends ForwardingTransactions {
    TransitionsMatchMembers(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      return transitions.stream()
          .map(
              transition ->
                  isMember(findLatest(transition.transaction()))
                      ? MatchOutcome.MATCHED
                      : super.advance(List.of(transition)).get(0))
          .toList();
    }
  }

  static final class BatchesAreAbsent extends ForwardingTransactions {
    BatchesAreAbsent(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<TransactionLookup> find(List<TransactionId> ids) {
      return super.find(ids).stream()
          .map(
              lookup ->
                  lookup instanceof TransactionLookup.Unreadable unreadable
                      ? new TransactionLookup.Absent(new TransactionId(unreadable.id()))
                      : lookup)
          .toList();
    }
  }
}
