package io.twophase.domain.reading;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Home;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One try to read documents as of one moment.
 *
 * @param asked the documents in the order asked; a name may be there twice
 * @param documents the same, no name twice
 * @param home where the records are that can be read
 * @param number counted from 1
 */
record Try(List<DocumentRef> asked, List<DocumentRef> documents, Home home, int number) {

  static Try first(List<DocumentRef> asked, Home home) {
    return new Try(List.copyOf(asked), asked.stream().distinct().toList(), home, 1);
  }

  /** The documents are read. */
  Reading seen(Look look) {
    return look.obstacle(home)
        .map(Reading::over)
        .orElseGet(
            () ->
                look.holds().isEmpty()
                    ? judged(new Judged(look, Holders.NONE))
                    : Reading.records(this, look));
  }

  /** The records of the holds are read. */
  Reading known(Judged known) {
    return known.obstacle().isEmpty() && !known.sums().isEmpty()
        ? Reading.members(this, known)
        : judged(known);
  }

  /** All that the holds stand for is read. */
  Reading judged(Judged judged) {
    return judged
        .obstacle()
        .map(Reading::over)
        .orElseGet(
            () ->
                !judged.isWhole() ? over() : judged.isEnough() ? decided(judged) : second(judged));
  }

  private Reading second(Judged judged) {
    return judged.look().absent().isEmpty()
        ? Reading.again(this, judged)
        : Reading.absentAgain(this, judged);
  }

  /** All agrees. */
  Reading decided(Judged judged) {
    return Reading.over(consistent(judged.decided()));
  }

  /** The answer, each document in its place among those asked. */
  ReadAnswer consistent(List<DecidedDocument> decided) {
    Map<DocumentRef, DecidedDocument> byName =
        decided.stream().collect(Collectors.toMap(DecidedDocument::document, one -> one));
    return new ReadAnswer.Consistent(
        asked.stream().map(byName::get).map(Objects::requireNonNull).toList());
  }

  /** Something has changed meanwhile, and all documents were read again. */
  Reading again(Look look) {
    return isLast() ? notConsistent() : next().seen(look);
  }

  /** Something has changed meanwhile, and not all documents were read again. */
  Reading over() {
    return isLast() ? notConsistent() : Reading.documents(next());
  }

  private boolean isLast() {
    return number == Reading.MOST_TRIES;
  }

  private Reading notConsistent() {
    return Reading.over(new ReadAnswer.NotConsistent(number));
  }

  private Try next() {
    return new Try(asked, documents, home, number + 1);
  }
}
