package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.TwoPhase;
import io.twophase.app.event.Event;
import io.twophase.domain.ConsumerName;

/** A consumer sends a mail for each decided transaction, at least once. */
public final class FollowEvents {

  static int sendMails(TwoPhase twophase) {
    return twophase
        .events()
        .consume(new ConsumerName("mail"), 100, page -> page.forEach(FollowEvents::sendMail))
        .events();
  }

  static void sendMail(Event event) {
    String text =
        event
            .transaction()
            .fold(
                found -> found.record().id() + " is " + found.record().state(),
                absent -> absent.id() + " has no record",
                unreadable -> unreadable.id() + " cannot be read",
                removed -> removed.receipt().id() + " is removed");
    System.out.println("mail: " + text);
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.events().turnOn();
      twophase.accounts().open(account("A"), money("50.00", "USD"));
      twophase.accounts().open(account("B"), money("0.00", "USD"));
      twophase.transfers().transfer(transfer("t1", "A", "B", money("20.00", "USD")));
      twophase.transfers().transfer(transfer("t2", "A", "B", money("99.00", "USD")));
      System.out.println("events: " + sendMails(twophase));
      System.out.println("events: " + sendMails(twophase));
    }
  }
}
