package io.twophase.console.screen;

import io.twophase.console.page.Pages;
import io.twophase.console.view.Json;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes that work on a store, and which of them seem to be dead. */
final class OwnerSigns {

  /** Others take an owner for dead that has missed so many beats. */
  private static final int BEATS_MISSED = 5;

  private final Map<String, OwnerLookup> signs = new LinkedHashMap<>();

  /** By the newest reading of all of them. */
  OwnerSigns(List<OwnerLookup> all) {
    all.forEach(one -> signs.put(one.id(), one));
  }

  /** An owner in the order of being looked after. */
  private enum Sign {
    ALIVE,
    SILENT,
    UNREADABLE
  }

  private static Sign sign(OwnerLookup lookup) {
    return lookup.fold(
        found -> isSilent(found) ? Sign.SILENT : Sign.ALIVE,
        absent -> Sign.SILENT,
        unreadable -> Sign.UNREADABLE);
  }

  private static boolean isSilent(OwnerLookup.Found found) {
    return found.silentFor().compareTo(found.every().multipliedBy(BEATS_MISSED)) >= 0;
  }

  /**
   * Returns whether the record's owner seems to be dead, by the store's clock. One that is not
   * listed is dead only if the record is old: it may have begun after the owners were read.
   */
  boolean isDead(OwnerId owner, boolean isOld) {
    return Optional.ofNullable(signs.get(owner.value()))
        .map(lookup -> sign(lookup) == Sign.SILENT)
        .orElse(isOld);
  }

  /** The last sign of life of an owner, in words. */
  String words(OwnerId owner) {
    return Optional.ofNullable(signs.get(owner.value()))
        .map(
            lookup ->
                lookup.<String>fold(
                    OwnerSigns::words,
                    absent -> "has no sign of life",
                    unreadable -> "has a sign of life that cannot be read"))
        .orElse("has ended, or was removed as long dead");
  }

  private static String words(OwnerLookup.Found found) {
    String last = Pages.text(found.silentFor());
    return isSilent(found)
        ? "has shown no sign of life for %s, and means to show one every %s: it counts as dead"
            .formatted(last, Pages.text(found.every()))
        : "is alive: its last sign was " + last + " ago";
  }

  /**
   * All of them, for a page.
   *
   * @param unfinished the records that say who works on them
   */
  List<Map<String, Object>> all(List<TransactionRecord> unfinished) {
    Map<String, Integer> owned = new HashMap<>();
    unfinished.forEach(
        record ->
            record
                .owner()
                .flatMap(Owner::process)
                .ifPresent(process -> owned.merge(process.value(), 1, Integer::sum)));
    return signs.values().stream()
        .map(lookup -> one(lookup, owned.getOrDefault(lookup.id(), 0)))
        .toList();
  }

  private static Map<String, Object> one(OwnerLookup lookup, int owned) {
    return Json.object(
        "owner",
        lookup.id(),
        "application",
        found(lookup).map(OwnerLookup.Found::application),
        "begunAt",
        found(lookup).map(OwnerLookup.Found::begunAt),
        "sign",
        sign(lookup),
        "silentSeconds",
        found(lookup).map(OwnerLookup.Found::silentFor).map(Duration::toSeconds),
        "lastSign",
        found(lookup).map(one -> Pages.text(one.silentFor()) + " ago"),
        "every",
        found(lookup).map(one -> Pages.text(one.every())),
        "unfinished",
        owned,
        "waiting",
        found(lookup).map(one -> one.vitals().waiting() + one.vitals().blocked()),
        "fault",
        lookup.<Optional<String>>fold(
            found -> Optional.empty(),
            absent -> Optional.empty(),
            unreadable -> Optional.of(unreadable.fault())));
  }

  private static Optional<OwnerLookup.Found> found(OwnerLookup lookup) {
    return lookup.fold(Optional::of, absent -> Optional.empty(), unreadable -> Optional.empty());
  }
}
