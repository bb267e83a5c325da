package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchEvent;
import io.twophase.domain.batch.protocol.BatchResult;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.MemberEvent;
import io.twophase.domain.batch.protocol.MemberStep;
import io.twophase.domain.batch.protocol.MemberWorker;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.explorer.model.Answer;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.testing.Fixtures;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** A worker, and how it is driven: its step as messages or as a read, and what they come to. */
sealed interface Player {

  /** What it sends for its step; nothing where it reads or has stopped. */
  List<Message> messages();

  /** Whether its step is a read of records or transfers. */
  boolean reads();

  boolean hasStopped();

  /** It goes on, after its messages were answered so. */
  Player hear(List<Object> answers);

  /** It goes on, after it has read. */
  Player read(View view, boolean stuck);

  /** What a message is answered when nobody waits for it any more. */
  static Object doubt(Message message) {
    if (message instanceof Message.InsertRecord
        || message instanceof Message.InsertMember
        || message instanceof Message.Bury) {
      return BeginOutcome.IN_DOUBT;
    }
    if (message instanceof Message.OnRange) {
      return new RangeReply.Counted(MatchOutcome.IN_DOUBT);
    }
    if (message instanceof Message.LoneRecord lone) {
      return Answer.none(lone.message());
    }
    return message instanceof Message.LoneLeg leg
        ? Answer.none(leg.message())
        : MatchOutcome.IN_DOUBT;
  }

  /** One that has stopped: what it knew is no matter any more. */
  record Stopped() implements Player {

    @Override
    public List<Message> messages() {
      return List.of();
    }

    @Override
    public boolean reads() {
      return false;
    }

    @Override
    public boolean hasStopped() {
      return true;
    }

    @Override
    public Player hear(List<Object> answers) {
      return this;
    }

    @Override
    public Player read(View view, boolean stuck) {
      return this;
    }
  }

  /** Of a batch. */
  record OfBatch(BatchWorker worker) implements Player {

    @Override
    public List<Message> messages() {
      BatchStep step = worker.step();
      if (step instanceof BatchStep.Begin begin) {
        List<Message> inserts = new ArrayList<>();
        inserts.add(
            new Message.InsertRecord(
                BatchRecord.begun(begin.batch(), worker.owner(), Fixtures.NOW)));
        begin.batch().documents().forEach(each -> inserts.add(new Message.InsertMember(each)));
        return inserts;
      }
      if (step instanceof BatchStep.Take take) {
        return take.free().stream()
            .<Message>map(free -> new Message.TakeMember(free, worker.id()))
            .toList();
      }
      if (step instanceof BatchStep.OnAccounts on) {
        return on.requests().stream()
            .<Message>map(request -> new Message.OnRange(worker.id(), request))
            .toList();
      }
      if (step instanceof BatchStep.Move move) {
        return List.of(new Message.Change(move.transition()));
      }
      return step instanceof BatchStep.Bury ? List.of(new Message.Bury(worker.id())) : List.of();
    }

    @Override
    public boolean reads() {
      return !hasStopped() && messages().isEmpty();
    }

    @Override
    public boolean hasStopped() {
      return worker.step() instanceof BatchStep.Stop;
    }

    @Override
    public Player hear(List<Object> answers) {
      return after(event(answers));
    }

    private BatchEvent event(List<Object> answers) {
      BatchStep step = worker.step();
      if (step instanceof BatchStep.Begin) {
        return new BatchEvent.Begun(
            (BeginOutcome) answers.get(0),
            answers.subList(1, answers.size()).stream().map(BeginOutcome.class::cast).toList());
      }
      if (step instanceof BatchStep.Take) {
        return new BatchEvent.Took(answers.stream().map(MatchOutcome.class::cast).toList());
      }
      if (step instanceof BatchStep.OnAccounts) {
        return new BatchEvent.Replied(answers.stream().map(RangeReply.class::cast).toList());
      }
      return step instanceof BatchStep.Move
          ? new BatchEvent.Moved((MatchOutcome) answers.get(0))
          : new BatchEvent.Buried((BeginOutcome) answers.get(0));
    }

    @Override
    public Player read(View view, boolean stuck) {
      BatchStep step = worker.step();
      if (step instanceof BatchStep.ReadMembers read) {
        return after(
            new BatchEvent.MembersSeen(
                read.ids().stream().map(id -> view.transfer(Scene.place(id))).toList()));
      }
      if (step instanceof BatchStep.ReadTaken read) {
        return after(
            new BatchEvent.TakenSeen(
                read.ids().stream().map(id -> view.taken(Scene.place(id))).toList()));
      }
      return after(new BatchEvent.RecordSeen(view.batch(Scene.place(worker.id())), stuck));
    }

    private Player after(BatchEvent event) {
      return new OfBatch(worker.after(event));
    }

    /** What it says of its members, if it is certain. */
    Option<BatchResult.Decided> certain() {
      return worker.certain();
    }
  }

  /** Of one transfer. */
  record OfMember(MemberWorker worker) implements Player {

    @Override
    public List<Message> messages() {
      MemberStep step = worker.step();
      if (step instanceof MemberStep.Lone) {
        return io.twophase.domain.explorer.model.Message.of(worker.lone()).stream()
            .map(this::message)
            .toList();
      }
      if (step instanceof MemberStep.Bury bury) {
        return List.of(new Message.Bury(bury.batch()));
      }
      if (step instanceof MemberStep.TakeAlone take) {
        return List.of(
            new Message.TakeAlone(
                take.free(),
                take.free()
                    .alone(
                        worker.lone().application(),
                        worker.lone().owner(),
                        worker.lone().token(),
                        Fixtures.NOW)));
      }
      if (step instanceof MemberStep.TakeCanceled take) {
        return List.of(
            new Message.TakeAlone(
                take.free(),
                take.free().canceled(Fixtures.ON_REQUEST, worker.lone().token(), Fixtures.NOW)));
      }
      return step instanceof MemberStep.Exclude exclude
          ? List.of(new Message.Change(exclude.transition()))
          : List.of();
    }

    private Message message(io.twophase.domain.explorer.model.Message lone) {
      return lone instanceof io.twophase.domain.explorer.model.Message.OnAccount on
          ? new Message.LoneLeg(on)
          : new Message.LoneRecord(worker.id(), lone);
    }

    @Override
    public boolean reads() {
      return !hasStopped() && messages().isEmpty();
    }

    @Override
    public boolean hasStopped() {
      return worker.step() instanceof MemberStep.Stop;
    }

    @Override
    public Player hear(List<Object> answers) {
      MemberStep step = worker.step();
      if (step instanceof MemberStep.Lone) {
        return after(
            new MemberEvent.Lone(Answer.joined(answers.stream().map(Event.class::cast).toList())));
      }
      return after(
          step instanceof MemberStep.Bury
              ? new MemberEvent.Buried((BeginOutcome) answers.get(0))
              : new MemberEvent.Matched((MatchOutcome) answers.get(0)));
    }

    @Override
    public Player read(View view, boolean stuck) {
      return after(
          worker.step() instanceof MemberStep.ReadBatch read
              ? new MemberEvent.BatchSeen(view.batch(Scene.place(read.batch())))
              : new MemberEvent.TransferSeen(view.transfer(Scene.place(worker.id())), stuck));
    }

    private Player after(MemberEvent event) {
      return new OfMember(worker.after(event));
    }
  }
}
