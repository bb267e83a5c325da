package io.twophase.app.engine;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One kind of step on accounts and documents, as one call on the port.
 *
 * @param <O> what is answered for each operation
 * @param call the call
 * @param event the answers for one transaction, as an event
 */
record LegCall<O>(Function<List<ParticipantLeg>, List<O>> call, Function<List<O>, Event> event) {

  /** The events of all runs, each of which has a step of this kind. */
  List<Event> of(List<TransactionRun> runs, Option<Documents> there) {
    List<ParticipantLeg> legs = new ArrayList<>(2 * runs.size());
    for (TransactionRun run : runs) {
      TransactionId id = run.worker().id();
      Step.OnDocuments step = step(run);
      List<Operation> operations = step.operations();
      for (int at = 0; at < operations.size(); at++) {
        legs.add(leg(id, step, operations.get(at), there));
      }
    }
    List<O> answers = call.apply(legs);
    if (answers.size() != legs.size()) {
      throw new IllegalStateException(
          "the store gave " + answers.size() + " answers to " + legs.size());
    }
    return events(runs, answers);
  }

  private static ParticipantLeg leg(
      TransactionId id, Step.OnDocuments step, Operation operation, Option<Documents> there) {
    Epoch epoch = step.epoch();
    return operation.foldTarget(
        onAccount ->
            new ParticipantLeg.OnAccount(new Leg(id, epoch, onAccount, settled(step, onAccount))),
        onDocument -> new ParticipantLeg.OnDocument(documentLeg(id, epoch, onDocument, there)));
  }

  private static long settled(Step.OnDocuments step, AccountOperation operation) {
    return step instanceof Step.Settle settle
        ? settle.captured().amountOf(operation)
        : operation.amount().minor();
  }

  private static DocumentLeg documentLeg(
      TransactionId id, Epoch epoch, DocumentOperation operation, Option<Documents> there) {
    if (there.isEmpty()) {
      throw new StoreException(
          "transaction "
              + id
              + " is on "
              + operation.document()
              + ", and this process was set up without documents");
    }
    return new DocumentLeg(there.get().home(), id, epoch, operation);
  }

  private List<Event> events(List<TransactionRun> runs, List<O> answers) {
    List<Event> events = new ArrayList<>(runs.size());
    int from = 0;
    for (TransactionRun run : runs) {
      int to = from + step(run).operations().size();
      events.add(event.apply(part(answers, from, to)));
      from = to;
    }
    return events;
  }

  private static Step.OnDocuments step(TransactionRun run) {
    return (Step.OnDocuments) run.worker().step();
  }

  /**
   * A part of the list. Nearly all parts have two elements; a list of their own takes less memory
   * than a view.
   */
  private static <T> List<T> part(List<T> answers, int from, int to) {
    return to - from == 2
        ? List.of(answers.get(from), answers.get(from + 1))
        : answers.subList(from, to);
  }
}
