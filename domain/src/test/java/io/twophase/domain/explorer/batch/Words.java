package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.explorer.model.Answer;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;

/** What happens, as lines of a trace. */
final class Words {

  private Words() {}

  static String of(Message message) {
    if (message instanceof Message.InsertRecord insert) {
      return "insert " + insert.batch();
    }
    if (message instanceof Message.Bury bury) {
      return "bury " + bury.batch();
    }
    if (message instanceof Message.Change change) {
      return of(change.transition());
    }
    if (message instanceof Message.InsertMember insert) {
      return "insert " + insert.transfer() + " of " + insert.document().batch();
    }
    if (message instanceof Message.TakeMember take) {
      return "take " + take.transfer() + " from " + take.free().batch() + " into " + take.into();
    }
    if (message instanceof Message.TakeAlone take) {
      return "take "
          + take.transfer()
          + " from "
          + take.free().batch()
          + ", alone, "
          + take.record().state();
    }
    if (message instanceof Message.OnRange range) {
      return range.batch() + ": " + range.request().fold(new OfRequest());
    }
    if (message instanceof Message.LoneLeg leg) {
      return leg.message().getClass().getSimpleName() + " " + leg.message().leg();
    }
    Message.LoneRecord lone = (Message.LoneRecord) message;
    return lone.transfer() + " alone: " + lone.message().getClass().getSimpleName();
  }

  private static String of(BatchTransition transition) {
    if (transition instanceof BatchTransition.Decide decide) {
      return "decide "
          + decide.batch()
          + " at epoch "
          + decide.epoch()
          + ", refused "
          + decide.verdict().refused().keySet().mkString("[", " ", "]")
          + ", left "
          + decide.verdict().left().mkString("[", " ", "]")
          + ", excluded "
          + decide.excluded().keySet().mkString("[", " ", "]");
    }
    if (transition instanceof BatchTransition.TakeOver take) {
      return "take over " + take.batch() + ", epoch " + take.expected() + " to " + take.epoch();
    }
    if (transition instanceof BatchTransition.Exclude exclude) {
      return "cancel " + exclude.member() + " of " + exclude.batch();
    }
    return transition.getClass().getSimpleName() + " " + transition.batch();
  }

  static String answered(Message message, Object answer) {
    if (message instanceof Message.LoneLeg || message instanceof Message.LoneRecord) {
      return answer.equals(Answer.of(true)) ? "matched" : answer.toString();
    }
    return answer.toString();
  }

  static String of(Option<BatchRecord> record) {
    return record.map(read -> read.state() + ", epoch " + read.epoch()).getOrElse("absent");
  }

  private static String of(Range range) {
    return "-"
        + range.debit()
        + " +"
        + range.credit()
        + range.had().map(had -> ", had " + had).getOrElse("")
        + range.could().map(could -> ", could " + could).getOrElse("");
  }

  private static final class OfRequest implements RangeRequest.Cases<String> {

    @Override
    public String hold(RangeRequest.Hold request) {
      return "hold " + request.account() + " " + of(request) + " at epoch " + request.epoch();
    }

    private static String of(RangeRequest.Hold request) {
      return Words.of(request.range());
    }

    @Override
    public String look(RangeRequest.Look request) {
      return "look at " + request.account();
    }

    @Override
    public String stamp(RangeRequest.Stamp request) {
      return "stamp "
          + request.account()
          + " from epoch "
          + request.read().epoch()
          + " to "
          + request.epoch();
    }

    @Override
    public String settle(RangeRequest.Settle request) {
      return "settle "
          + request.account()
          + " by "
          + request.net()
          + " at epoch "
          + request.epoch();
    }

    @Override
    public String release(RangeRequest.Release request) {
      return "release " + request.account();
    }

    @Override
    public String withdraw(RangeRequest.Withdraw request) {
      return "withdraw " + request.account() + " at epoch " + request.epoch();
    }
  }
}
