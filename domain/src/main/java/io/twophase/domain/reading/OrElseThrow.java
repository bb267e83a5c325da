package io.twophase.domain.reading;

import java.util.List;

/** The documents of an answer that has them. */
final class OrElseThrow implements ReadAnswer.Cases<List<DecidedDocument>> {

  @Override
  public List<DecidedDocument> consistent(ReadAnswer.Consistent answer) {
    return answer.documents();
  }

  @Override
  public List<DecidedDocument> notConsistent(ReadAnswer.NotConsistent answer) {
    throw new NotReadException(answer, answer.message());
  }

  @Override
  public List<DecidedDocument> cannotTell(ReadAnswer.CannotTell answer) {
    throw new NotReadException(answer, answer.message());
  }

  @Override
  public List<DecidedDocument> heldElsewhere(ReadAnswer.HeldElsewhere answer) {
    throw new NotReadException(answer, answer.message());
  }

  @Override
  public List<DecidedDocument> unreadable(ReadAnswer.Unreadable answer) {
    throw new NotReadException(answer, answer.message());
  }
}
