package io.twophase.domain.machine;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The scenes, by the names that the design's own model has for them: a line each, as {@link
 * Scene#of} reads it. Those of more than some ten thousand worlds, unless nothing goes wrong, are
 * large; those of as many worlds though nothing goes wrong are huge.
 */
final class Scenes {

  private static final String TABLE =
      """
      common          | ADE | 2 0 0 | A-1 D:0>1; A-1 E:0>1; D:>5; A-1 | 01 23 | own:0 own:1 |
      common_late     | AD | 2 0 | A-1 D:0>1; A-1; D:>5 | 01 | own:0 lone:2 recover:0 | timeOuts=1 large
      refused         | AD | 1 0 | D:0>1 A-2; A-1 | 01 | own:0 recover:0 | timeOuts=1 large
      left            | DEA | 0 0 1 | D:>1 E:>1; A-1; E:>2 | 01 | own:0 lone:2 ask:0 | onward
      moved           | ABD | 1 1 0 | D:>1 B-1; A-1; D:>3 | 01 | own:0 recover:0 cancel:0 lone:2 | crashes=1 huge
      stale           | A | 1 | A-1 | | lone:0 |
      common3         | AD | 1 0 | D:0>1 A-1; A-1; A-1 D:0>2; A+1 | 01 23 | own:0 own:1 |
      busy            | AD | 2 0 | A-1 D:0>1; A-1 | 01 | own:0 recover:0 | timeOuts=1 large
      tidy            | AD | 2 0 | A-1 D:0>1; A-1 | 01 | own:0 recover:0 | unswept
      single          | AD | 1 0 | A-1 D:0>1 | | lone:0 ask:0 | timeOuts=1 large
      single_bulk     | ADE | 1 0 - | A-1 D:0>1 E!1 | | lone:0 ask:0 | bulk timeOuts=1 large
      opposite        | DE | 0 0 | D:>1 E:>1; E:>2 D:>2 | | lone:0 lone:1 | timeOuts=1
      opposite_ask    | DE | 0 0 | D:>1 E:>1; E:>2 D:>2 | | lone:0 lone:1 ask:0 | huge
      opposite_many   | DEA | 0 0 2 | D:>1 E:>1; A-1; E:>2 D:>2; A-1 | 01 23 | own:0 own:1 ask:0 ask:2 | onward huge
      opposite_1_2    | DEA | 0 0 2 | D:>1 E:>1; A-1; E:>2 D:>2 | 01 | own:0 lone:2 ask:0 |
      ring            | DEF | 0 0 0 | D:>1 E:>1; E:>2 F:>2; F:>3 D:>3 | | lone:0 lone:1 lone:2 |
      met_twice       | DEF | 0 0 0 | D:>1 E:>1 F:>1; E:>2; D:>3 | | lone:0 lone:1 lone:2 | timeOuts=1 large
      met_apart       | DEFC | 0 0 0 0 | C:>1 D:>1 E:>1 F:>1; F:>2 D:>2; C:>3 | | lone:0 lone:1 lone:2 |
      met_apart2      | DEFC | 0 0 0 0 | C:>1 D:>1 E:>1 F:>1; F:>2 D:>2; C:>3 E:>3 | | lone:0 lone:1 lone:2 | huge
      met_ask         | DEF | 0 0 0 | D:>1 E:>1 F:>1; F:>2 E:>2 D:>2 | | lone:0 lone:1 ask:0 | huge
      late_order      | DE | 0 0 | D:>1 E:>1; D:>2 E:>2 | | lone:0 lone:1 ask:1 | timeOuts=1 huge
      patience        | DE | 0 0 | D:>1 E:>1; E:>2 D:>2 | | lone:0 lone:1 | patience
      reinsert        | DA | - 2 | D!1; A-1; D/; A-1; D!7 | 01 23 | own:0 own:1 lone:4 |
      reinsert2       | DA | - 1 | D!1; A-1; D!7 | 01 | own:0 recover:0 lone:2 | timeOuts=1 large
      resurrect       | DE | - 0 | D!1; E:>1; D/ | 01 | own:0 recover:0 lone:2 | timeOuts=1 large
      removed         | DE | 0 0 | D/; E:>1; D!7 | 01 | own:0 recover:0 lone:2 | timeOuts=1 large
      placeholders    | DA | - 1 | D!1 A-1; D!2 | | lone:0 cancel:0 lone:1 |
      skew_absent     | DE | - - | D~ E!1; E~ D!1 | | lone:0 lone:1 | timeOuts=1
      skew            | DE | 0 0 | D?0 E:0>1; E?0 D:0>1 | | lone:0 lone:1 | timeOuts=1
      skew_many       | DEA | 0 0 2 | D?0 E:0>1; A-1; E?0 D:0>1; A-1 | 01 23 | own:0 own:1 |
      taken           | AD | 2 0 | D:>1 A-1; A-1; D:>3 | 01 0 | own:0 own:1 lone:2 |
      taken_late      | D | 0 | D:>1; D:>3 | 0 0 | own:0 own:1 lone:1 | parts timeOuts=1 large
      alone           | AD | 2 0 | D:>1 A-1; A-1; D:>3 | 01 | own:0 lone:2 ask:0 | onward
      alone_late      | D | 0 | D:>1; D:>3 | 0 | own:0 lone:1 ask:0 | onward timeOuts=1 huge
      asks            | A | 3 | A-1 | 0 | own:0 ask:0 ask:0 | parts timeOuts=1 large
      ask2            | A | 3 | A-1; A-1 | 01 | own:0 recover:0 ask:0 | parts timeOuts=1 large
      none            | AD | 1 0 | D:>1 A-1; D:>3 | 0 | own:0 lone:1 ask:0 | onward timeOuts=1 large
      shared          | A | 3 | A-1; A-1 | 0 01 | own:0 own:1 recover:1 | parts timeOuts=1 large
      guard           | DA | 0 1 | D:1>2; A-1; D:0>1 | 01 | own:0 recover:0 lone:2 | timeOuts=1 large
      guard_off       | DA | 0 1 | D:0>2; A-1; D:0>1 | 01 | own:0 recover:0 lone:2 | timeOuts=1 large
      guard_one       | D | 0 | D:1>2; D:0>1 | | lone:0 ask:0 lone:1 | timeOuts=1 large
      most            | AB | 3 0 | A<5 B>5; A-1 B+1; A-1 | 01 | own:0 recover:0 lone:2 | huge
      most2           | AB | 3 0 | A-1 B+1; A<5 B>5; A-1 | 01 | own:0 recover:0 lone:2 | huge
      most_late       | AB | 2 0 | A-1; A<5 B>5; A+1 | 01 | own:0 recover:0 lone:2 | timeOuts=1 huge
      most_paid       | ABD | 1 2 0 | B-2 A+2 D:>1; A<5 B>5; D:>3 | 01 | own:0 lone:2 |
      most_short      | ABD | 3 0 0 | A-2 D:0>1; A<5 B>5; D:>3 | 01 | own:0 lone:2 cancel:0 |
      most_ceil       | AB | 3 0 | A<5 B>5; B+1 | 01 | own:0 recover:0 | timeOuts=1 ceilings=9,2 large
      most_one        | AB | 2 0 | A<3 B>3; A-1 | | lone:0 ask:0 lone:1 | timeOuts=1 huge
      most_none       | AB | 0 0 | A<3 B>3; A+1 | | lone:0 ask:0 lone:1 | timeOuts=1 large
      most_seen       | AB | 2 0 | A-3; A<5 B>5 | 01 | own:0 recover:0 | parts timeOuts=1 large
      most_rival      | AB | 2 0 | A<5 B>5; A<5 B>5 | 0 1 | own:0 own:1 | timeOuts=1 large
      most_two        | AB | 3 0 | A<2 B>2; A<2 B>2 | 01 | own:0 recover:0 | timeOuts=1 large
      sums            | AB | 2 0 | A-1 B+1; A-2 B+2 | 01 | own:0 recover:0 | timeOuts=1 large
      swap            | AB | 1 1 | A-1 B+1; B-1 A+1 | 01 | own:0 recover:0 | timeOuts=1 fit=0,1 large
      pays            | ABD | 0 1 0 | B-1 A+1 D:>1; A-1; D:>3 | 01 | own:0 lone:2 |
      paid            | AB | 1 0 | A-1 B+1; B-1 | 0 1 | own:0 own:1 | timeOuts=1
      seen_late       | A | 2 | A-1; A-1 | 01 | own:0 recover:0 | parts timeOuts=1
      seen_late3      | A | 2 | A-3; A-1 | 01 | own:0 recover:0 | parts timeOuts=1 huge
      late_rival      | A | 2 | A-1; A-1; A-1 | 01 2 | own:0 own:1 | timeOuts=2 large
      reduced         | A | 1 | A-1; A-1; A+1 | 01 2 | own:0 own:1 recover:0 |
      oversize        | A | 1 | A-2; A-1 | 0 1 | own:0 own:1 | timeOuts=1 fit=1
      ceiling         | AB | 2 0 | A-1 B+1; B+1; B-1 | 01 | own:0 recover:0 lone:2 | ceilings=9,1
      ceiling_one     | B | 0 | B+2; B+1 | | lone:0 ask:0 lone:1 | timeOuts=1 ceilings=2 large
      field_check     | AB | 2 0 | A?2 B+1; A-1; B+1; A+1 | 01 23 | own:0 own:1 |
      field_close     | AB | 2 0 | A-1 B+1; A/2; A? | | lone:0 lone:1 lone:2 |
      field_gone      | A | - | A!2; A-1; A-1 | 12 | lone:0 own:0 recover:0 |
      period          | PA | 0 2 | P?0 A-1; P?0 A-1; P:0>1 | 01 | own:0 recover:0 lone:2 | timeOuts=1 large
      period_fit      | PA | 0 2 | P?0 A-1; P?0 A-1; P?0 A+1 | 01 2 | own:0 own:1 | fit=0,1,2
      period_two      | PA | 0 3 | P?0 A-1; P?0 A-1; P?0 A-1; P:0>1 | 01 2 | own:0 own:1 lone:3 |
      period_cancel   | PA | 0 2 | P?0 A-1; P?0 A-1; P:0>1 | 01 | own:0 cancel:0 lone:2 |
      period_closers  | PA | 0 1 | P:0>1; A-1; P:0>2; P?0 A+1 | 01 23 | own:0 own:1 |
      cancel          | AD | 2 0 | D:>1 A-1; A-1 | 01 | own:0 recover:0 cancel:0 |
      cancel_late     | D | 0 | D:>1 | 0 | own:0 cancel:0 ask:0 | timeOuts=1
      cancel_busy     | AD | 2 0 | D:>1 A-1; A-1; D:>2 | 01 | own:0 cancel:0 ask:0 lone:2 | huge
      cancel_all      | AD | 2 0 | D:>1; A-1 | 01 | own:0 cancel:0 cancel:1 |
      cancel_one      | AD | 1 0 | D:>1 A-1; D:>2 | | lone:0 cancel:0 lone:1 | timeOuts=1 large
      whole           | AD | 2 0 | D:>1 A-1; A-1 | 01 | own:0 recover:0 stop:0 | huge
      whole_shared    | A | 3 | A-1 | 0 0 | own:0 own:1 stop:1 | parts timeOuts=1 large
      crash           | AD | 2 0 | D:>1 A-1; A-1 | 01 | own:0 recover:0 ask:0 ask:1 | onward crashes=1 huge
      crash_busy      | AD | 2 0 | D:>1 A-1; A-1; D:>2 | 01 | own:0 recover:0 lone:2 ask:0 | onward crashes=1 huge
      crash_one       | DE | 0 0 | D:>1 E:>1; E:>2 D:>2 | | lone:0 lone:1 ask:0 ask:1 | crashes=1 huge
      crash_most      | AB | 2 0 | A<3 B>3; A-1 | 01 | own:0 recover:0 ask:1 | timeOuts=1 crashes=1 huge
      crash_doc       | D | - | D!1; D!2 | 0 | own:0 recover:0 ask:0 lone:1 | parts timeOuts=1 crashes=1 huge
      beside          | AD | 1 0 | D:>1 A-1; A-1; A-1 D:>2 | 01 | own:0 lone:2 ask:2 | timeOuts=1 huge
      bulk            | AD | 1 0 | D:>1 A-1; D:>2 | 0 | own:0 recover:0 lone:1 | bulk timeOuts=1 large
      retain          | A | 2 | A-1 | 0 | own:0 recover:0 ask:0 | parts retain timeOuts=1 large
      retain2         | AD | 3 0 | A-1; D:>1 | 01 | own:0 ask:0 | retain timeOuts=1
      retain_one      | AD | 2 0 | A-1 D:>1; D:>2 | | lone:0 ask:0 lone:1 | retain timeOuts=1 huge
      retain_left     | D | 0 | D:>1; D:>2 | 0 | own:0 ask:0 lone:1 | retain timeOuts=1 large
      forget          | A | 2 | A-1 | 0 | own:0 recover:0 ask:0 | parts forget timeOuts=1 soft=Change,InsertMember,InsertRecord large
      forget_one      | A | 2 | A-1 | | lone:0 ask:0 | forget timeOuts=1 soft=Change,InsertRecord
      order           | AD | 1 0 | D:>1 A-1; A-1; D:>2 | 01 | own:0 lone:2 | order
      order_late      | A | 1 | A-1; A+1; A-1 | 012 | own:0 recover:0 | order
      mixed           | ADEP | 1 0 - 0 | A-1 D:0>1 E!1 P?0; P?0 A+1; P:0>1 | 01 | own:0 recover:0 lone:2 | huge
      mixed_late      | ADP | 1 - 0 | A-1 D!1 P?0; P:0>1 | 0 | own:0 recover:0 lone:1 | timeOuts=1 huge
      common_crash    | AD | 1 0 | A-1 D:>1; A-1 D:>5 | 0 1 | own:0 own:1 recover:0 recover:1 | crashes=1 huge
      contested       | D | 0 | D:>1; D:>3 | 0 0 0 | own:0 own:1 own:2 lone:1 |
      contested_cancel | D | 0 | D:>1; D:>3 | 0 0 | own:0 own:1 cancel:0 ask:0 lone:1 | parts huge
      retain_moved    | ABD | 1 1 0 | D:>1 B-1; A-1; D:>3 | 01 | own:0 recover:0 cancel:0 lone:2 | retain crashes=1 huge
      order_most      | AB | 2 0 | A-1; A<5 B>5; A-1 | 012 | own:0 recover:0 | order
      order_most_late | AB | 2 0 | A-3; A<5 B>5 | 01 | own:0 recover:0 | order parts timeOuts=1 large
      retain_doc      | DA | - 1 | D!1; A-1; D!2 | 01 | own:0 recover:0 lone:2 | retain huge
      order_busy      | ABD | 1 1 0 | D:>1 A-1; A-1 B+1; B-1; D:>2 | 012 | own:0 recover:0 lone:3 | order huge
      together        | DA | 0 1 | D:>1; D:0>2 A-1 | 01 | own:0 |
      together_check  | DA | 0 1 | A-1; A?1 D:>1 | 01 | own:0 |
      together_guards | DA | 0 1 | D?0; D?1 A-1 | 01 | own:0 |
      late_order2     | DE | 0 0 | D:>1 E:>1; D:>2 E:>2 | | lone:0 lone:1 | timeOuts=1
      cancel_left     | D | 0 | D:>1; D:>3 | 0 | own:0 recover:0 cancel:0 lone:1 | crashes=1 huge
      swap0           | AB | 0 0 | A-1 B+1; B-1 A+1 | 01 | own:0 recover:0 | order
      pays_all        | ABC | 0 1 0 | B-1 A+1; A-1 C+1 | 01 | own:0 | fit=0,1
      circle          | ABC | 1 0 0 | A-1 B+1; B-1 C+1; C-1 A+1 | 012 | own:0 recover:0 | order
      back            | ABC | 2 0 - | A-1 C+1; A-2 B+2 | 01 | own:0 recover:0 | timeOuts=1 large
      back_order      | ABC | 2 0 - | A-1 C+1; A-2 B+2 | 01 | own:0 recover:0 | order timeOuts=1 large
      missing         | ABC | 1 - 0 | A-1 B+1; A-1 C+1 | 01 | own:0 recover:0 | timeOuts=1 large
      rivals          | AB | 1 0 | A-1 B+1; A-1 B+1 | 0 1 | own:0 recover:0 own:1 | timeOuts=1 huge
      dead            | A | 3 | A-1 | 0 0 | own:0 own:1 ask:0 | timeOuts=1
      whole2          | AB | 2 0 | A-1 B+1; A-1 B+1 | 01 | own:0 stop:0 | parts timeOuts=1 huge
      older           | ABC | 2 0 0 | A-1 B+1; A-1 C+1 | 01 | own:0 recover:0 cancel:0 | huge
      tidy2           | AD | 5 0 | A-1 D:>1; A-1 | 01 | own:0 recover:0 | unswept
      most_held       | AB | 2 0 | A-1 B+1; A-3 B+3; A<5 B>5 | 012 | own:0 recover:0 recover:0 | parts huge
      whole3          | ABC | 2 0 0 | A-1 B+1; A-1 C+1 | 01 | own:0 stop:0 | parts
      plain           | AD | 5 0 | A-1 D:0>1 | | lone:0 ask:0 |
      asks2           | D | 0 | D:>1; D:>2 | 0 | own:0 lone:1 ask:0 ask:0 | huge
      greedy          | ABC | 3 0 0 | A-2 B+2; A-2 B+2; A-1 C+1 | 01 2 | own:0 own:1 | fit=2
      most_seen2      | AB | 2 0 | A-3 B+3; A<5 B>5 | 01 | own:0 recover:0 | parts timeOuts=1 large
      unread          | ABC | 1 0 0 | A-1 B+1; A-2 C+2 | 01 | own:0 recover:0 | stale crashes=1
      unread2         | AB | 2 0 | A-1 B+1 | 0 | own:0 stop:0 recover:0 | stale huge
      resume          | ABD | 2 0 0 | A-1 B+1; D:>1; D:>2 | 01 | own:0 resume:0 lone:2 |
      resume_left     | D | 0 | D:>1; D:>2 | 0 | own:0 recover:0 resume:0 lone:1 | crashes=1 huge
      abandon         | AB | 2 0 | A-1 B+1 | | lone:0 abandon:0 | timeOuts=1
      submit          | AB | 2 0 | A-1 B+1 | | submit:0 resume:0 cancel:0 | timeOuts=1
      forget_retain   | A | 2 | A-1 | 0 | own:0 recover:0 | retain forget
      back_off        | DE | 0 0 | D:0>1 E:>1; E:0>2 | | lone:0 ask:0 lone:1 | timeOuts=1 huge
      three           | ABC | 2 0 0 | A-2 B+1 C+1 | | lone:0 ask:0 cancel:0 | huge
      room            | AD | 3 0 | A-1 D:>1; A-1 D:>2 | | lone:0 lone:1 | limit=1
      foreign         | DE | 0 0 | D:0>1 E:>1 | | lone:0 ask:0 | held=ORPHAN timeOuts=1
      homes           | A | 3 | A-1 | | lone:0 | held=OF_ANOTHER_HOME
      authorized      | AB | 5 0 | A-3 B+3 | | lone:0 resume:0 part:0 | terms=TERMS timeOuts=1 large
      captured        | AB | 5 0 | A-3 B+3 | | lone:0 capture:0 part:0 cancel:0 | terms=TERMS
      approved        | AB | 5 0 | A-3 B+3 | | lone:0 approve:0 part:0 cancel:0 | terms=APPROVED
      forget_own      | A | 2 | A-1 | 0 | own:0 recover:0 ask:0 | forget
      opposite_two    | DE | 0 0 | D:>1 E:>1; E:>2 D:>2 | 0 1 | own:0 own:1 |
      resurrect2      | DE | - 0 | D!1; D/ | | lone:0 ask:0 lone:1 | timeOuts=1 large
      lost            | A | 2 | A-1 | | lone:0 | forget lost timeOuts=1
      most_grows      | AB | 2 0 | A<3 B>3; A+1 | | lone:0 lone:1 | timeOuts=1
      most_back       | AB | 2 0 | A<3 B>3 | | lone:0 cancel:0 | unswept
      id_taken        | AB | 5 0 | A-1 B+1; A-1 B+1 | 01 | own:0 recover:0 | taken=A-2,B+2
      huge            | ABC | 2^62 2^62 0 | A-2^62 C+2^62; B-2^62 C+2^62 | 01 | own:0 recover:0 | ceilings=9223372036854775807,9223372036854775807,9223372036854775807
      status          | ABC | 2 1 0 | A? B-1 C+1; A-1 C+1 | | lone:0 lone:1 | freeze
      checked         | ABC | 2 1 0 | A? B-1 C+1; A-1 C+1 | 0 1 | own:0 own:1 | fit=0,1
      twice           | A | 2 | A-1 | | lone:0 ask:0 | receipts asks=2
      twice_refused   | A | 0 | A-1; A+1 | | lone:0 lone:1 | receipts asks=2
      twice_most      | AB | 2 0 | A<3 B>3 | | lone:0 ask:0 | receipts asks=2
      reused          | A | 2 | A-1 | | lone:0 other:0 | receipts asks=2 timeOuts=1
      receipt_crash   | A | 2 | A-1 | | lone:0 resume:0 | receipts crashes=1
      receipt_cancel  | A | 2 | A-1 | | lone:0 cancel:0 | receipts unswept
      retired         | A | 0 | A-1; A+1 | | lone:0 lone:1 | receipts asks=3 retires=1
      receipt_left    | DA | 0 1 | D:>1; A-1; D:>2 | 01 | own:0 lone:2 ask:0 | receipts
      receipt_batch   | A | 2 | A-1 | 0 | own:0 ask:0 | receipts
      call_skew       | DE | 0 0 | D^1 E%; E^1 D% | | call:0 call:2 |
      call_absent     | DE | - - | D^1 E%; E^1 D% | | call:0 call:2 |
      call_lost       | D | 0 | D^1; D^1 | | call:0 call:2 |
      call_same       | D | 0 | D^1 | | call:0 call:0 | timeOuts=1
      call_once       | D | 0 | D^1 | | call:0 call:0 | once timeOuts=1
      call_rival      | D | 0 | D^1; D:>5 | | call:0 call:0 lone:2 |
      call_cancel     | D | 0 | D^1 | | call:0 call:0 cancel:0 |
      call_left       | D | 0 | D^1 | | call:0 call:0 abandon:0 |
      call_crash      | D | 0 | D^1 | | call:0 abandon:0 abandon:1 | crashes=1
      call_both       | D | 0 | D^1; D^1 | | call:0 call:0 call:2 |
      call_skew_late  | DE | 0 0 | D^1 E%; E^1 D% | | call:0 call:2 | timeOuts=1 huge
      call_rival_late | D | 0 | D^1; D:>5 | | call:0 call:0 lone:2 | timeOuts=1 huge
      call_crash_same | D | 0 | D^1 | | call:0 call:0 abandon:0 abandon:1 | crashes=1 large
      call_rivals     | D | 0 | D^1; D:>5; D:>7 | | call:0 call:0 lone:3 lone:4 | attempts=3 huge
      call_rival_crash | D | 0 | D^1; D:>5 | | call:0 call:0 lone:2 abandon:0 abandon:1 | crashes=1 huge
      call_skew_rival | DE | 0 0 | D^1 E%; E^1 D%; D:>2 | | call:0 call:2 lone:4 | huge
      call_skew_crash | DE | 0 0 | D^1 E%; E^1 D% | | call:0 call:2 abandon:0 abandon:1 | crashes=1 huge
      receipt_held    | AB | 5 0 | A-3 B+3 | | lone:0 capture:0 cancel:0 | receipts terms=TERMS
      """;

  private static final Map<String, Scene> ALL = table(TABLE);

  private Scenes() {}

  /** The scenes of lines, each behind its name. */
  static Map<String, Scene> table(String lines) {
    Map<String, Scene> scenes = new LinkedHashMap<>();
    lines
        .lines()
        .forEach(
            line -> {
              int name = line.indexOf('|');
              if (scenes.put(line.substring(0, name).trim(), Scene.of(line.substring(name + 1)))
                  != null) {
                throw new IllegalArgumentException("two scenes " + line);
              }
            });
    return scenes;
  }

  static Scene named(String name) {
    Scene scene = ALL.get(name);
    if (scene == null) {
      throw new IllegalArgumentException("no scene " + name);
    }
    return scene;
  }

  static Map<String, Scene> all() {
    return ALL;
  }
}
